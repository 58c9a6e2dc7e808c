import type { EntityManager } from '../../platform/database/orm.ts';
import { Staff } from './staff.entity.ts';

/** Who is meant by the ids of members of staff. Names of accounts that are gone are kept nowhere. */
export async function findStaffNames(
  em: EntityManager,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const staff = await em.find(Staff, { id: [...new Set(ids)] });
  const names = new Map(staff.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? 'A former member of the team';
}
