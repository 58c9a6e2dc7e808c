import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readyDatabaseUser } from '../../../api/src/platform/database/database-user.ts';
import { compareErased } from '../compare/compare-erased.ts';
import { compareExport } from '../compare/compare-export.ts';
import type { Rehearsal } from '../context.ts';
import { leave } from '../model/person.ts';
import type { Person } from '../people/person.ts';
import { type Database, startDatabase } from '../stack/database.ts';
import { createServer } from '../stack/server.ts';
import { findAddress } from '../stack/stack.ts';
import { addMember } from '../staff/staff-browser.ts';
import { goOn } from './go-on.ts';

const isErased = ({ facts: { left } }: Person): boolean => left !== null && left.as !== 'agree';

/** A copy of the database's files that is taken midway while the server runs, and restored on a second database at the end. */
export function createBackUp(rehearsal: Rehearsal) {
  const { stack, plan, watch } = rehearsal;
  const { workplace, database } = stack;
  const folder = join(workplace.work, 'restored');
  /** As they were when it was taken. */
  let peopleThen: Person[] | null = null;

  return {
    /** Once, halfway. */
    async take(people: readonly Person[]): Promise<void> {
      if (peopleThen || rehearsal.day() < plan.days / 2) return;
      peopleThen = people.map((person) => ({ ...person, facts: structuredClone(person.facts) }));
      await copyCluster(database.ownerUrl, join(workplace.dataDir, 'postgres/cluster'), folder);
    },

    /**
     * Restores it and repeats the erasures since. The log is whole, and the witness's heads show that events are missing, or
     * others in their place; nothing that names the erased is left; the export is that of the day on which it was taken, without them.
     */
    async compare(people: readonly Person[]): Promise<void> {
      if (!peopleThen) return;
      const restored = await startDatabase({ dataDir: folder });
      const server = createServer(
        plan.source,
        workplace,
        settingsOf(rehearsal, restored),
        await findAddress(),
      );
      workplace.watchPids([restored.pid()]);
      try {
        await restored.setTime(stack.now());
        await server.start(stack.now());
        const other: Rehearsal = {
          ...rehearsal,
          stack: {
            ...stack,
            database: restored,
            server: () => server,
            send: (request) => request(server.origin),
          },
        };
        await repeatErasures(other, people, peopleThen);
        const manager = await addMember(other, 'Riley Stone', 'manager');
        await manager.logIn();
        await compareExport(other, peopleThen, manager);
        await compareErased(other, people);
        await goOn(other, peopleThen);
        watch.count('back-ups restored');
      } finally {
        await server.end('SIGKILL');
        await restored.stop();
      }
    },
  };
}

/** Erases in `then` whom `now` has erased meanwhile, as the list of erasures does in the database. */
async function repeatErasures(
  { stack, watch, witness }: Rehearsal,
  now: readonly Person[],
  then: readonly Person[],
): Promise<void> {
  const again = then.filter((person) => {
    const since = now[person.index];
    return person.id !== null && !isErased(person) && since !== undefined && isErased(since);
  });
  for (const { index, facts } of again) {
    const since = now[index]?.facts.left;
    const erased = since?.choices.at(-1);
    if (since && erased) facts.left = leave(facts.left, erased.at, since.as, 'none-given', 'team');
    facts.reminder = null;
  }
  const list = stack.settings.ERASED_IDS_FILE ?? '';
  const listed = readFileSync(list, { encoding: 'utf8', flag: 'a+' }).split('\n').length - 1;
  const script = (name: string, ...args: string[]) =>
    stack.server().script([`api/src/cli/${name}.ts`, ...args], stack.now());
  const { text } = await script('repeat-erasures', list);
  const words = `Erased ${again.length} of ${listed} again`;
  watch.compare('restored back-up', `repeat-erasures says: ${text}`, text.includes(words), true);
  const outcomes = [await script('verify-audit'), await script('verify-audit', '--heads', witness.file)];
  watch.compare(
    'restored back-up',
    'the audit log only, and beside the heads',
    outcomes.map(({ code, text }) => [code, /whole|when its head was signed/.exec(text)?.[0]]),
    [
      [0, 'whole'],
      [1, 'when its head was signed'],
    ],
  );
}

/** Of the server of the restored database, which signs and lists nothing. */
function settingsOf({ stack }: Rehearsal, { url, ownerUrl }: Database): Record<string, string> {
  const { AUDIT_WITNESSES, AUDIT_HEADS_FILE, ERASED_IDS_FILE, ...settings } = stack.settings;
  return { ...settings, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
}

/** PostgreSQL's base back-up, without the program for it, which npm does not bring. */
async function copyCluster(ownerUrl: string, cluster: string, to: string): Promise<void> {
  const copy = join(to, 'postgres/cluster');
  mkdirSync(join(to, 'postgres'), { recursive: true });
  const client = new pg.Client(ownerUrl);
  await client.connect();
  await client.query(`select pg_backup_start('rehearsal', fast => true)`);
  execFileSync('cp', ['-a', cluster, copy]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  const outdated = ['pg_wal', 'postmaster.pid', 'postmaster.opts'].map((name) => join(copy, name));
  execFileSync('rm', ['-rf', ...outdated]);
  execFileSync('cp', ['-a', join(cluster, 'pg_wal'), copy]);
  const label = join(copy, 'backup_label');
  readyDatabaseUser(to).give(label, () => writeFileSync(label, rows[0]?.labelfile ?? ''));
}
