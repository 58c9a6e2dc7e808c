import type { BackUpFolder, Check } from './back-up-folder.ts';
import type { BackUpSettings } from './settings.ts';

const AUDIT_LOG_EVERY_MS = 24 * 3_600_000;

/** What is done when it is due. Each rejects where it could not be done; a check gives what it found to be wrong. */
export interface BackUpWork {
  take(now: Date): Promise<string>;
  verify(file: string): Promise<string | null>;
  verifyAuditLog(): Promise<string | null>;
}

/**
 * Does what is due, by what the folder says: takes a back-up and removes the expired ones, restores and verifies the newest,
 * verifies the audit log in use. Gives a line on each thing done. One that fails keeps none of the others from being done;
 * throws AggregateError once all were tried.
 */
export async function workThrough(
  settings: BackUpSettings,
  folder: BackUpFolder,
  work: BackUpWork,
  now: Date,
): Promise<string[]> {
  const done: string[] = [];
  const failed: unknown[] = [];
  const attempt = async (step: () => Promise<string>): Promise<void> => {
    try {
      done.push(await step());
    } catch (error) {
      failed.push(error);
    }
  };
  const isDue = (last: Date | undefined, everyMs: number) =>
    !last || now.getTime() - last.getTime() >= everyMs;
  /** A check that found a fault is repeated with each back-up, so that the fault's end is seen. */
  const isCheckDue = (check: Check, everyMs: number) => {
    const last = folder.readOutcome(check);
    return isDue(last?.at, last?.fault ? Math.min(everyMs, settings.everyMs) : everyMs);
  };
  const note = (check: Check, fault: string | null): string => {
    folder.writeOutcome(check, { at: now, fault });
    return fault ? `${check}: ${fault}` : `${check}: verified`;
  };

  if (isDue(folder.list().at(-1)?.takenAt, settings.everyMs))
    await attempt(async () => {
      await work.take(now);
      const expired = folder.expire(now, settings.keepMs);
      return `back-up: taken, ${expired} expired`;
    });
  const newest = folder.list().at(-1);
  if (newest && isCheckDue('restore', settings.verifyEveryMs))
    await attempt(async () => note('restore', await work.verify(newest.file)));
  if (isCheckDue('audit-log', AUDIT_LOG_EVERY_MS))
    await attempt(async () => note('audit-log', await work.verifyAuditLog()));
  if (failed.length > 0) throw new AggregateError(failed, 'not all could be done');
  return done;
}
