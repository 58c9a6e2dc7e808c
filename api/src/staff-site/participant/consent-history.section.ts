import type { DataConsent } from '@stepwise/shared-contracts/entities/consent';
import { CHOICES } from '../../domain/trial/consent/data-consent-request.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { participantPath } from '../page/navigation.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

/** Every consent given, with the very text it was given to, and every withdrawal, in order. */
export const consentHistorySection: ParticipantSection = async ({ request, participant }) => {
  const { op } = request;
  const copy = (id: number) =>
    participant.dataConsent === 'anonymous' || !request.viewer.names
      ? 'Not shown'
      : html`<a class="pages-link" href="${participantPath(participant.id)}/consents/${id}">Copy (PDF)</a>`;
  const rows = (await findConsentHistory(op.db, participant.id)).map((event) => [
    formatDatetime(op.content.product.timeZone, event.at),
    ...(event.choice !== null
      ? [choiceText(event), event.hash ? html`<span class="pages-hash">${event.hash}</span>` : '', '', '']
      : [
          `Agreed to version ${event.version}`,
          html`<span class="pages-hash">${event.hash}</span>`,
          event.futureContact ? 'Yes' : 'No',
          copy(event.id),
        ]),
  ]);
  return stack(
    'consent-history',
    'Consent',
    rows.length === 0
      ? html`<p>No consent on record.</p>`
      : table(
          'Consents and withdrawals',
          ['When', 'What', 'Fingerprint of the text (SHA-256)', 'May be contacted later', 'Copy'],
          rows,
        ),
  );
};

type ConsentEvent = { at: Date } & (
  | { choice: null; id: number; version: string; hash: string; futureContact: boolean }
  | { choice: DataConsent; version: null; hash: null }
  | { choice: 'informed' | 'declined'; version: string; hash: string }
);

const ANSWERS = { informed: 'Read', declined: 'Did not agree to' };

const choiceText = (event: Exclude<ConsentEvent, { choice: null }>): string =>
  event.choice === 'informed' || event.choice === 'declined'
    ? `${ANSWERS[event.choice]} version ${event.version}`
    : CHOICES[event.choice].receipt;

/** Withdrawals are read from the audit log, since a participant who agrees again no longer has them. */
const findConsentHistory = (em: EntityManager, participantId: string): Promise<ConsentEvent[]> =>
  em.execute<ConsentEvent[]>(
    `select c.agreed_at as at, null as choice, c.id, t.version, t.hash, c.future_contact as "futureContact"
     from consent c join consent_text t on t.hash = c.text_hash where c.participant_id = ?
     union all
     select a.answered_at, a.answer, null, t.version, t.hash, null
     from consent_answer a join consent_text t on t.hash = a.text_hash
     where a.participant_id = ? and a.answer <> 'agreed'
     union all
     select e.at, v.after->>'choice', null, null, null, null
     from audit_event e join audit_values v on v.event_id = e.id
     where e.subject = ? and e.type = 'data-consent.chosen' and v.after is not null
     order by at`,
    [participantId, participantId, participantId],
  );
