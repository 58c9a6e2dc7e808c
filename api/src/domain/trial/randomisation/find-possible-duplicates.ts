import type { EntityManager } from '../../../platform/database/orm.ts';

/** What two accounts may share that are one person's. None of them proves it: families share a phone. */
export const LIKENESSES = {
  phone: 'Same phone number as',
  'name-and-doctor': 'Same name and same doctor as',
  address: 'An email address that differs by dots or a plus from that of',
} as const;
type Likeness = keyof typeof LIKENESSES;

export interface PossibleDuplicate {
  likeness: Likeness;
  id: string;
  name: string;
  studyId: string | null;
}

/** A phone number by its last nine digits, which a country's or area's prefix does not change. */
const PEOPLE_SQL = `select p.id, p.study_id, trim(p.first_name || ' ' || p.last_name) as name,
    nullif(lower(regexp_replace(p.first_name || p.last_name, '[[:space:][:punct:]]', '', 'g')), '') as name_key,
    substring(regexp_replace(p.phone, '\\D', '', 'g') from '.{9}$') as phone_key,
    nullif(regexp_replace(lower(h.name), '^\\s*(dr|doctor)\\M|[[:space:][:punct:]]', '', 'g'), '') as doctor_key,
    replace(split_part(split_part(lower(p.email), '@', 1), '+', 1), '.', '') || '@' || split_part(lower(p.email), '@', 2)
      as address_key
  from participant p left join helper h on h.participant_id = p.id and h.kind = 'doctor'
  where p.data_consent is distinct from 'anonymous'`;

/** The accounts that may be second ones of the same person, or of whom this is one. */
export const findPossibleDuplicates = (
  em: EntityManager,
  participantId: string,
): Promise<PossibleDuplicate[]> =>
  em.execute<PossibleDuplicate[]>(
    `with people as materialized (${PEOPLE_SQL})
     select likeness, other.id, other.name, other.study_id as "studyId"
     from people self
     join people other on other.id <> self.id
     cross join lateral (values
       ('phone', other.phone_key = self.phone_key),
       ('name-and-doctor', other.name_key = self.name_key and other.doctor_key = self.doctor_key),
       ('address', other.address_key = self.address_key)) as compared (likeness, is_alike)
     where self.id = ? and is_alike
     order by likeness, other.id limit 20`,
    [participantId],
  );
