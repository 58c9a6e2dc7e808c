import { MAX_LIST_LENGTH } from '@stepwise/shared-contracts/entities/tracker';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { type ReactNode, useRef } from 'react';
import { addFieldOf, type ListName } from '../../lists/list-names.ts';
import { AddItem } from './add-item.tsx';
import styles from './lists.module.css';
import { RemoveItem } from './remove-item.tsx';

interface Item {
  id: number;
  text: string;
}

interface ItemListProps<T extends Item> {
  /** Unique on the page. */
  name: ListName;
  label: string;
  items: readonly T[];
  isEditing: boolean;
  addLabel: string;
  onAdd: (text: string) => unknown;
  onRemove: (item: T) => unknown;
  /** Why an item cannot be removed; undefined where it can. */
  stays?: (item: T) => string | undefined;
  /** What stands beside an item's text. */
  mark?: (item: T) => ReactNode;
}

/** Stays the same when the server gives an item its id, so that a button in its row keeps the focus. */
const keyOf = <T extends Item>(item: T, index: number, items: readonly T[]): string =>
  `${item.text} ${items.slice(0, index).filter(({ text }) => text === item.text).length}`;

/** A list of the tracker; while it is edited, items can be added and removed. */
export function ItemList<T extends Item>(props: ItemListProps<T>) {
  const { name, label, items, isEditing, addLabel, onAdd, onRemove, stays, mark } = props;
  const { announce } = useHost();
  const list = useRef<HTMLFieldSetElement>(null);

  const add = (text: string) => {
    onAdd(text);
    announce(`${text} added.`);
  };
  const remove = (item: T) => {
    onRemove(item);
    announce(`${item.text} removed.`);
    // The button that had the focus goes with its item.
    list.current?.focus();
  };

  return (
    <fieldset className={`stack ${styles.list}`} ref={list} tabIndex={-1}>
      <legend className="visually-hidden">{label}</legend>
      {items.length === 0 && <p className="soft">Nothing in this list yet.</p>}
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item, index) => (
            <li key={keyOf(item, index, items)}>
              <span className={styles.text}>
                {item.text}
                {isEditing && stays?.(item) && <span className={styles.stays}>{stays(item)}</span>}
              </span>
              <span className={styles.actions}>
                {mark?.(item)}
                {isEditing && !stays?.(item) && <RemoveItem text={item.text} onRemove={() => remove(item)} />}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isEditing && (
        <AddItem
          id={addFieldOf(name)}
          label={addLabel}
          isFull={items.length >= MAX_LIST_LENGTH}
          onAdd={add}
        />
      )}
    </fieldset>
  );
}
