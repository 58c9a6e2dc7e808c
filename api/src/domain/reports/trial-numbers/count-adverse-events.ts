import { sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import { adverseEvents, isSerious } from '../../trial/adverse-events/find-adverse-events.ts';

/** How many adverse events are of people who consented, whom the trial counts, how many of these are serious, and how many of others. */
export const countAdverseEvents = (em: EntityManager) =>
  query(em)
    .selectFrom(
      adverseEvents(em)
        .select([
          isSerious.as('is_serious'),
          sql<boolean>`exists (select from consent where consent.participant_id = p.id)`.as('has_consent'),
        ])
        .as('event'),
    )
    .select([
      sql<number>`(count(*) filter (where has_consent))::int`.as('all'),
      sql<number>`(count(*) filter (where has_consent and is_serious))::int`.as('serious'),
      sql<number>`(count(*) filter (where not has_consent))::int`.as('withoutConsent'),
    ])
    .executeTakeFirstOrThrow();
