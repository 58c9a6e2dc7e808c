import type { Doctor, SupportPerson } from '@stepwise/shared-contracts/entities/contacts';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { readValues, subquery } from '../../../platform/database/query.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Helper } from './helper.entity.ts';

interface Helpers {
  doctor: Doctor;
  support: SupportPerson;
}

/** The contacts a participant gave, as a value for `readValues`. */
export const selectHelpers = (participant: string) =>
  jsonArrayFrom(
    subquery
      .selectFrom('helper')
      .select(['kind', 'name', 'phone', 'email'])
      .where('participant_id', '=', participant),
  );

/** Both helpers, with empty texts for what was not given. */
export function presentHelpers(helpers: readonly (Doctor & Pick<Helper, 'kind'>)[]): Helpers {
  const { name = '', phone = '', email = '' } = helpers.find(({ kind }) => kind === 'doctor') ?? {};
  const support = helpers.find(({ kind }) => kind === 'support');
  return {
    doctor: { name, phone, email },
    support: { name: support?.name ?? '', phone: support?.phone ?? '' },
  };
}

export const findHelpers = async (em: EntityManager, participant: string): Promise<Helpers> =>
  presentHelpers((await readValues(em, { helpers: selectHelpers(participant) })).helpers);

/** Saves a participant's doctor or support person. */
export async function saveHelper(
  op: Operation,
  participant: string,
  kind: Helper['kind'],
  details: Doctor,
): Promise<void> {
  const { db } = op;
  const helper = await db.findOne(Helper, { participant, kind });
  const before = helper && { name: helper.name, phone: helper.phone, email: helper.email };
  if (helper) db.assign(helper, details);
  else db.create(Helper, { participant, kind, ...details });
  await op.audit(`${kind}.changed`, participant, { before, after: details });
}
