import type { EntityManager } from '../../../platform/database/orm.ts';
import { Staff } from './staff.entity.ts';

/** Names by the ids of members of staff. Names of removed accounts are not stored. */
export async function findStaffNames(
  em: EntityManager,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const staff = await em.find(Staff, { id: [...new Set(ids)] });
  const names = new Map(staff.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? 'A former member of the team';
}
