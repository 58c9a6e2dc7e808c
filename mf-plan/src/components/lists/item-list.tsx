import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { type ReactNode, useRef } from 'react';
import { isUnsaved } from '../../lists/list-saves.ts';
import { AddItem } from './add-item.tsx';
import styles from './lists.module.css';
import { RemoveItem } from './remove-item.tsx';

interface Item {
  id: number;
  text: string;
}

interface ItemListProps<T extends Item> {
  /** Unique on the page. */
  name: string;
  label: string;
  items: readonly T[];
  isEditing: boolean;
  addLabel: string;
  onAdd: (text: string) => void;
  onRemove: (item: T) => void;
  /** What stands beside an item's text, and whether the person can change it now. */
  mark?: (item: T, isEditing: boolean) => ReactNode;
}

/** A list of the tracker; while it is edited, items can be added and removed. */
export function ItemList<T extends Item>(props: ItemListProps<T>) {
  const { name, label, items, isEditing, addLabel, onAdd, onRemove, mark } = props;
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
          {items.map((item) => {
            const canChange = isEditing && !isUnsaved(item);
            return (
              <li key={item.id}>
                <span className={styles.text}>{item.text}</span>
                <span className={styles.actions}>
                  {mark?.(item, canChange)}
                  {canChange && <RemoveItem text={item.text} onRemove={() => remove(item)} />}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {isEditing && <AddItem id={`add-to-${name}`} label={addLabel} onAdd={add} />}
    </fieldset>
  );
}
