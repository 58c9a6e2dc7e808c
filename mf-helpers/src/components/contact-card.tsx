import {
  CONTACTS,
  type ContactDetails,
  type ContactKind,
  isKnown,
} from '@stepwise/shared-contracts/contacts/contact';
import { callHref, mailHref } from '@stepwise/shared-contracts/contacts/contact-links';
import { EditableContact } from '@stepwise/shared-contracts/contacts/editable-contact';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { AnchorButton } from '@stepwise/shared-contracts/design-system/link-button';
import type { ReactNode } from 'react';
import styles from './contact-card.module.css';
import { initials } from './initials.ts';

const HELP = {
  doctor: 'Add the doctor or nurse who helps you with your medicine, so that you can reach them from here.',
  support: 'Add somebody you trust, such as a friend or someone in your family. This is up to you.',
};

/** The doctor or support person: call, email, edit in place. */
export function ContactCard({ kind }: { kind: ContactKind }) {
  return (
    <Card className={styles.card} aria-label={CONTACTS[kind].legend}>
      <EditableContact kind={kind}>
        {(person, edit) =>
          isKnown(person) ? (
            <Known kind={kind} person={person} edit={edit} />
          ) : (
            <>
              <div className={styles.head}>
                <h2 className={styles.name}>{CONTACTS[kind].legend}</h2>
                {edit}
              </div>
              <p className="soft">{HELP[kind]}</p>
            </>
          )
        }
      </EditableContact>
    </Card>
  );
}

function Known({ kind, person, edit }: { kind: ContactKind; person: ContactDetails; edit: ReactNode }) {
  const { name, phone, email } = person;
  const call = callHref(phone);
  const who = name || CONTACTS[kind].role;
  return (
    <>
      <div className={styles.head}>
        <span className={styles.initials} aria-hidden="true">
          {initials(name)}
        </span>
        <div className={styles.name}>
          <h2>{name || 'No name yet'}</h2>
          <p className="small soft">{CONTACTS[kind].legend}</p>
        </div>
        {edit}
      </div>
      <p className={styles.details}>
        {phone && <span>{phone}</span>}
        {email && <span>{email}</span>}
      </p>
      <div className="row screen-only">
        {call && (
          <AnchorButton href={call} icon="phone">
            Call<span className="visually-hidden"> {who}</span>
          </AnchorButton>
        )}
        {email && (
          <AnchorButton href={mailHref(email)} icon="mail" variant="quiet">
            Email<span className="visually-hidden"> {who}</span>
          </AnchorButton>
        )}
      </div>
    </>
  );
}
