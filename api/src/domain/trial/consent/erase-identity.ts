import type { EntityManager } from '../../../platform/database/orm.ts';
import type { Module, PersonalTable } from '../../../platform/modules/define-module.ts';
import type { Content } from '../../core/content/load-content.ts';

interface OwnedTable {
  name: string;
  table: PersonalTable;
}

const ownedTables = (modules: readonly Module[]): OwnedTable[] =>
  modules.flatMap(({ personal }) =>
    Object.entries(personal).flatMap(([name, table]) => (table.owner ? [{ name, table }] : [])),
  );

/** Removes what the modules say identifies a participant who is to be anonymous, beside what the database changes itself. */
export async function eraseIdentity(
  em: EntityManager,
  modules: readonly Module[],
  participantId: string,
  content: Content,
): Promise<void> {
  const words = JSON.stringify(wordsOf(content));
  for (const { name, table } of ownedTables(modules)) {
    const condition = conditionOf(table);
    if (!condition) continue;
    const rules = Object.entries(table.erase);
    if (rules.some(([, rule]) => rule === 'row')) {
      await em.execute(`delete from "${name}" where ${condition}`, [participantId]);
      continue;
    }
    const changes = rules.flatMap(([column, rule]) => {
      if (rule === 'blank') return `"${column}" = case when "${column}" is null then null else '' end`;
      if (rule === 'null') return `"${column}" = null`;
      if (rule === 'typed')
        return `"${column}" = case when "${column}" in (select jsonb_array_elements_text(?::jsonb)) then "${column}" else '' end`;
      return [];
    });
    if (changes.length === 0) continue;
    const typed = rules.flatMap(([, rule]) => (rule === 'typed' ? [words] : []));
    const written = table.writtenBy ? ` and "${table.writtenBy}" is not null` : '';
    await em.execute(`update "${name}" set ${changes.join(', ')} where ${condition}${written}`, [
      ...typed,
      participantId,
    ]);
  }
}

/** Removes what the modules store by an address. */
export async function eraseByAddress(
  em: EntityManager,
  modules: readonly Module[],
  address: string,
): Promise<void> {
  for (const {
    name,
    table: { owner },
  } of ownedTables(modules))
    if (owner && 'address' in owner)
      await em.execute(`delete from "${name}" where "${owner.address}" = ?`, [address]);
}

/** The rows of a participant, whose id is the parameter. */
function conditionOf({ owner }: PersonalTable): string | null {
  if (!owner || 'address' in owner) return null;
  if ('participant' in owner) return `"${owner.participant}" = ?`;
  const [column, table] = owner.through;
  return `"${column}" in (select id from "${table}" where participant_id = ?)`;
}

/** Words that come from the trial's content identify no participant. */
const wordsOf = ({ schedules, tracker }: Content): string[] => [
  ...schedules.flatMap(({ steps }) => steps.map(({ howToTake }) => howToTake)),
  ...tracker.activities.map(({ text }) => text),
  ...tracker.symptoms.map(({ text }) => text),
];
