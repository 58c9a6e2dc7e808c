import type { Contact } from '../entities/site-content.ts';
import { AnchorButton } from './link-button.tsx';
import { Notice } from './notice.tsx';

interface CrisisContactsProps {
  /** The most urgent first: the emergency number, then the counselling line. */
  contacts: readonly Contact[];
  title?: string;
  /** Set when the contacts appear in answer to something the person chose. */
  announced?: boolean;
}

/** Who to call now, one tap each. */
export function CrisisList({ contacts }: Pick<CrisisContactsProps, 'contacts'>) {
  return (
    <ul className="crisis-list">
      {contacts.map((contact, index) => (
        <li key={contact.tel}>
          <span className="small">
            {contact.name}, {contact.label}
          </span>
          <AnchorButton href={contact.tel} icon="phone" variant={index === 0 ? 'danger' : 'quiet'}>
            Call {contact.number}
          </AnchorButton>
        </li>
      ))}
    </ul>
  );
}

/** The same as a warning, for a moment that cannot wait. */
export function CrisisContacts({
  contacts,
  title = 'If you might hurt yourself, call now',
  announced = false,
}: CrisisContactsProps) {
  return (
    <Notice tone="warning" title={title} announced={announced}>
      <CrisisList contacts={contacts} />
    </Notice>
  );
}
