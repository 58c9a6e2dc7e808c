import type { Configuration } from '../../core/audit/audit-event-types.ts';
import { findNewestValues } from '../../core/audit/find-newest-values.ts';
import { ContentFileText } from '../../core/content/content-version.entity.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';

/**
 * Writes to the audit log what applies: content, software, releases and settings, with a summary of what changed. At a start
 * always, else only where it is another than the newest there. Replicas that start at once wait for each other.
 */
export const applyConfiguration = (
  op: Operation,
  applies: Omit<Configuration, 'content'>,
  { isStart }: { isStart: boolean },
): Promise<void> =>
  inTransaction(op, async (own) => {
    const { db, content } = own;
    await db.execute('select pg_advisory_xact_lock(724008)');
    const last = await findNewestValues(db, 'configuration.applied');
    const configuration: Configuration = { ...applies, content: { ...content.versions } };
    const changes = last ? await describeChanges(own, last.after, configuration) : [];
    if (last && changes.length === 0 && !isStart) return;
    const { changes: _, ...before } = last?.after ?? { changes: [], ...configuration };
    await own.audit('configuration.applied', null, {
      before: last && changes.length > 0 ? before : null,
      after: { ...configuration, changes },
    });
  });

/** `content safety: 3 lines added, 1 removed`, `release mf-plan: 0.1.0, now 0.2.0`. */
async function describeChanges(
  { db }: Operation,
  old: Configuration,
  next: Configuration,
): Promise<string[]> {
  const changes: string[] = [];
  if (old.software !== next.software) changes.push(`software: ${old.software}, now ${next.software}`);
  for (const part of ['releases', 'settings'] as const)
    for (const name of new Set([...Object.keys(old[part]), ...Object.keys(next[part])]))
      if (old[part][name] !== next[part][name])
        changes.push(
          `${part === 'releases' ? 'release' : 'setting'} ${name}: ${old[part][name] ?? 'none'}, now ${next[part][name] ?? 'none'}`,
        );
  for (const [file, hash] of Object.entries(next.content)) {
    const before = old.content[file];
    if (before === hash) continue;
    const texts = await db.find(ContentFileText, { hash: [hash, ...(before ? [before] : [])] });
    const linesOf = (wanted: string | undefined) =>
      texts.find((text) => text.hash === wanted)?.text.split('\n') ?? [];
    changes.push(`content ${file}: ${countChanges(linesOf(before), linesOf(hash))}`);
  }
  return changes;
}

/** A summary, without the order of the lines: the texts of both versions can be opened on the content page. */
function countChanges(before: readonly string[], after: readonly string[]): string {
  const unmatched = new Map<string, number>();
  for (const line of before) unmatched.set(line, (unmatched.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of after) {
    const count = unmatched.get(line) ?? 0;
    if (count > 0) unmatched.set(line, count - 1);
    else added += 1;
  }
  const removed = [...unmatched.values()].reduce((sum, count) => sum + count, 0);
  return `${added} ${added === 1 ? 'line' : 'lines'} added, ${removed} removed`;
}
