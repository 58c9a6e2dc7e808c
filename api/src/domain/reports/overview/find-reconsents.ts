import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Content } from '../../core/content/load-content.ts';
import { NEWEST_TEXT_SQL } from './find-consent-use.ts';

/** Those of the table `p` who were asked for their consent again and have not answered. */
export function unansweredReconsents({
  content: { consent, versions, product },
  now,
}: {
  content: Pick<Content, 'consent' | 'versions' | 'product'>;
  now: Date;
}): [sql: string, ...values: string[]] {
  const { reconsent } = consent;
  if (!reconsent || localDate(now, product.timeZone) < reconsent.from) return ['false'];
  const hash = versions.consent;
  const unanswered = `p.consent_agree and ${NEWEST_TEXT_SQL} is distinct from ?`;
  if (reconsent.demand !== 'inform') return [unanswered, hash];
  return [
    `${unanswered} and not exists (select from consent_answer a
       where a.participant_id = p.id and a.text_hash = ? and a.answer = 'informed')`,
    ...[hash, hash],
  ];
}
