import { type AuditRow, isErased } from './read-audit-log.ts';

const WITHDRAWAL = 'data-consent.chosen';

/** Compares what was erased with the withdrawals that the log records, as the log is read event by event. */
export function createErasureCheck() {
  /** The first event of each participant with erased values, and with values that are still there. */
  const erased = new Map<string, number>();
  const present = new Map<string, number>();
  const withdrawn = new Map<string, number>();
  const noteFirst = (events: Map<string, number>, subject: string, id: number) =>
    events.set(subject, events.get(subject) ?? id);

  return {
    add(row: AuditRow): void {
      const { id, type, subject, after } = row;
      if (!subject) return;
      if (type === WITHDRAWAL) {
        // Releases before 22 November 2026 erased the choice as well.
        const { choice } = (isErased(row) ? { choice: 'delete' } : after) as { choice: string };
        if (choice !== 'agree') withdrawn.set(subject, id);
      } else noteFirst(isErased(row) ? erased : present, subject, id);
    },
    /** The first event whose values were erased without a withdrawal, or are there in spite of one; null without any. */
    findFault(): { id: number; reason: string } | null {
      const faults = [
        ...[...erased].flatMap(([subject, id]) =>
          withdrawn.has(subject)
            ? []
            : [{ id, reason: 'its values were erased, and no withdrawal is recorded' }],
        ),
        ...[...withdrawn].flatMap(([subject, withdrawal]) => {
          const id = present.get(subject);
          return id !== undefined && id < withdrawal
            ? [{ id, reason: 'its values are there, and a later withdrawal is recorded' }]
            : [];
        }),
      ];
      return faults.sort((a, b) => a.id - b.id)[0] ?? null;
    },
  };
}
