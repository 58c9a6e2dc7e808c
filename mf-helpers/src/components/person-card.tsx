import { Card } from '@stepwise/shared-contracts/design-system/card';
import { AnchorButton } from '@stepwise/shared-contracts/design-system/link-button';
import { callHref, mailHref } from '@stepwise/shared-contracts/people/contact-links';
import { EditablePerson } from '@stepwise/shared-contracts/people/editable-person';
import { isKnown, PEOPLE, type Person, type PersonKind } from '@stepwise/shared-contracts/people/person';
import type { ReactNode } from 'react';
import { initials } from './initials.ts';
import styles from './person-card.module.css';

const HELP = {
  doctor: 'Add the doctor or nurse who helps you with your medicine, so that you can reach them from here.',
  support: 'Add somebody you trust, such as a friend or someone in your family. This is up to you.',
};

/** The doctor or support person: call, email, edit in place. */
export function PersonCard({ kind }: { kind: PersonKind }) {
  return (
    <Card className={styles.card} aria-label={PEOPLE[kind].legend}>
      <EditablePerson kind={kind}>
        {(person, edit) =>
          isKnown(person) ? (
            <Known kind={kind} person={person} edit={edit} />
          ) : (
            <>
              <div className={styles.head}>
                <h2 className={styles.name}>{PEOPLE[kind].legend}</h2>
                {edit}
              </div>
              <p className="soft">{HELP[kind]}</p>
            </>
          )
        }
      </EditablePerson>
    </Card>
  );
}

function Known({ kind, person, edit }: { kind: PersonKind; person: Person; edit: ReactNode }) {
  const { name, phone, email } = person;
  const call = callHref(phone);
  const who = name || PEOPLE[kind].role;
  return (
    <>
      <div className={styles.head}>
        <span className={styles.initials} aria-hidden="true">
          {initials(name)}
        </span>
        <div className={styles.name}>
          <h2>{name || 'No name yet'}</h2>
          <p className="small soft">{PEOPLE[kind].legend}</p>
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
