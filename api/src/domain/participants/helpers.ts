import type { Doctor, SupportPerson } from '@stepwise/shared-contracts/entities/contacts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { Helper } from './helper.entity.ts';

export async function findHelpers(
  em: EntityManager,
  participant: string,
): Promise<{ doctor: Doctor; support: SupportPerson }> {
  const helpers = await em.find(Helper, { participant });
  const doctor = helpers.find(({ kind }) => kind === 'doctor');
  const support = helpers.find(({ kind }) => kind === 'support');
  return {
    doctor: { name: doctor?.name ?? '', phone: doctor?.phone ?? '', email: doctor?.email ?? '' },
    support: { name: support?.name ?? '', phone: support?.phone ?? '' },
  };
}

/** Saves a helper and returns what was there before, or null. */
export async function saveHelper(
  em: EntityManager,
  participant: string,
  kind: Helper['kind'],
  details: Doctor,
): Promise<Doctor | null> {
  const helper = await em.findOne(Helper, { participant, kind });
  const before = helper && { name: helper.name, phone: helper.phone, email: helper.email };
  if (helper) em.assign(helper, details);
  else em.create(Helper, { participant, kind, ...details });
  return before;
}
