import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** `stepwise-20261124T130500Z.dump.gpg`, and beside it how many rows each table had. */
const NAME = /^stepwise-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.dump\.gpg$/;
/** A back-up that was cut off leaves its part behind. */
const PART = /\.part$/;
const PART_KEPT_MS = 24 * 3_600_000;

const countsSchema = z.record(z.string(), z.number().int());
/** Rows of each table, by its name with its schema. */
export type RowCounts = z.infer<typeof countsSchema>;

const outcomeSchema = z.object({
  at: z.coerce.date(),
  /** What is wrong, without a person's values; null where all is right. */
  fault: z.string().nullable(),
});
export type Outcome = z.infer<typeof outcomeSchema>;
/** What is looked at again and again, each with its own outcome. */
export type Check = 'restore' | 'audit-log';

export interface BackUp {
  file: string;
  takenAt: Date;
  bytes: number;
}

/** The folder that back-ups lie in. It survives a restart of the service, so what is due is read from it only. */
export function openBackUpFolder(folder: string) {
  const countsOf = (file: string) => file.replace(/\.dump\.gpg$/, '.counts.json');
  const outcomeOf = (check: Check) => join(folder, `last-${check}.json`);

  /** The oldest first. */
  const list = (): BackUp[] =>
    readdirSync(folder)
      .sort()
      .flatMap((name) => {
        const found = NAME.exec(name);
        if (!found) return [];
        const [, year, month, day, hour, minute, second] = found;
        const takenAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
        const file = join(folder, name);
        return [{ file, takenAt, bytes: statSync(file).size }];
      });

  return {
    list,
    nameFor(at: Date): string {
      const digits = at.toISOString().replace(/[-:]|\.\d+/g, '');
      return join(folder, `stepwise-${digits}.dump.gpg`);
    },
    /** Under its name only when it is whole. */
    finish(part: string, file: string, counts: RowCounts): void {
      writeFileSync(countsOf(file), `${JSON.stringify(counts, null, 2)}\n`, { mode: 0o600 });
      renameSync(part, file);
    },
    readCounts: (file: string): RowCounts =>
      countsSchema.parse(JSON.parse(readFileSync(countsOf(file), 'utf8'))),
    /** Removes what is older than `keptMs`, but never the newest, and what was cut off. Gives how many back-ups went. */
    expire(now: Date, keptMs: number): number {
      for (const name of readdirSync(folder).filter((each) => PART.test(each))) {
        const part = join(folder, name);
        if (now.getTime() - statSync(part).mtimeMs > PART_KEPT_MS) rmSync(part);
      }
      const old = list()
        .slice(0, -1)
        .filter(({ takenAt }) => now.getTime() - takenAt.getTime() > keptMs);
      for (const { file } of old) {
        rmSync(file);
        rmSync(countsOf(file), { force: true });
      }
      return old.length;
    },
    readOutcome(check: Check): Outcome | null {
      try {
        return outcomeSchema.parse(JSON.parse(readFileSync(outcomeOf(check), 'utf8')));
      } catch {
        return null;
      }
    },
    writeOutcome: (check: Check, outcome: Outcome): void =>
      writeFileSync(outcomeOf(check), JSON.stringify(outcome)),
    /** When another program last noted a success beside these, as pgBackRest's schedule does; null where none did. */
    notedAt(name: string): Date | null {
      try {
        return statSync(join(folder, name)).mtime;
      } catch {
        return null;
      }
    },
  };
}
export type BackUpFolder = ReturnType<typeof openBackUpFolder>;
