import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Reconsent } from '@stepwise/shared-contracts/entities/consent';
import { readValues, subquery } from '../../../platform/database/query.ts';
import type { Content } from '../../core/content/load-content.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { selectLatestConsent } from './find-latest-consent.ts';

/** How many times the participant said that they have read the version in force; a value for `readValues`. */
export const selectInformed = (participant: string, hash: string) =>
  subquery
    .selectFrom('consent_answer as a')
    .select(({ fn }) => fn.count<number>('a.id').as('count'))
    .where('a.participant_id', '=', participant)
    .where('a.text_hash', '=', hash)
    .where('a.answer', '=', 'informed');

interface Given {
  consentAgree: boolean;
  /** The hash of the text agreed to last, or null. */
  agreedTo: string | null;
  isInformed: boolean;
}

/** What the consent form in force asks of a participant at an instant; undefined where it asks nothing. */
export function consentDemand(
  { consent, versions, product }: Content,
  { consentAgree, agreedTo, isInformed }: Given,
  at: Date,
): Reconsent | undefined {
  const { reconsent, version } = consent;
  const hash = versions.consent;
  if (!reconsent || !consentAgree || agreedTo === hash) return undefined;
  if (localDate(at, product.timeZone) < reconsent.from) return undefined;
  const { demand, changed } = reconsent;
  if (demand === 'inform' && isInformed) return undefined;
  const stopsRecording = demand === 'required' && reconsent.recording === 'stops';
  return { demand, version, hash, changed: [...changed], stopsRecording };
}

/** The same, read from the database. */
export async function findConsentDemand(
  { db, content }: Pick<Operation, 'db' | 'content'>,
  { id, consentAgree }: Pick<Participant, 'id' | 'consentAgree'>,
  at: Date,
): Promise<Reconsent | undefined> {
  if (!content.consent.reconsent) return undefined;
  const { latest, informed } = await readValues(db, {
    latest: selectLatestConsent(id),
    informed: selectInformed(id, content.versions.consent),
  });
  const given = { consentAgree, agreedTo: latest?.hash ?? null, isInformed: Number(informed) > 0 };
  return consentDemand(content, given, at);
}
