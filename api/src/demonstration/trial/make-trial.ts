import type { MikroORM } from '@mikro-orm/postgresql';
import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import pg from 'pg';
import type { Content } from '../../domain/core/content/load-content.ts';
import { saveContentVersion } from '../../domain/core/content/save-content-version.ts';
import { declareAnalysis } from '../../domain/data/audit-log/declare-analysis.command.ts';
import {
  DEMONSTRATION_PASSWORD,
  demonstrationStaff,
} from '../../domain/people/participants/demonstration-accounts.ts';
import { Staff, type StaffRole } from '../../domain/people/staff/staff.entity.ts';
import type { Module } from '../../platform/modules/define-module.ts';
import { hashPassword } from '../../platform/passwords/password.ts';
import { actAsPerson, type Person } from './act-as-person.ts';
import { actAsTeam } from './act-as-team.ts';
import { createRandom, drawPeople, TRIAL_DAYS } from './simulated-person.ts';
import { createSimulation } from './simulation.ts';

const MINUTE_MS = 60_000;
/** Six in the evening in the east of Australia, nearly: after the last participant of a day. */
const TEAM_AT_MINUTE = 8 * 60;

export interface TrialOptions {
  content: Content;
  modules: readonly Module[];
  allocationSeed: string;
  people: number;
  now: Date;
  /** Does the team's work of a day in the demonstration's place, where it answers true; `daysLeft` is 0 on the last day. */
  work?: (day: { at: Date; daysLeft: number }) => Promise<boolean>;
}

/**
 * Fills an empty database with a trial that ends yesterday: each person and the team act day by day by the product's own
 * commands, so that audit log, pages and export agree. `ownerUrl` is the database's owner, the only role that lets the audit log
 * take instants of the past, for as long as this runs.
 */
export async function makeTrial(orm: MikroORM, ownerUrl: string, options: TrialOptions): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query(`select pg_get_functiondef('audit_instant'::regproc) as definition`);
  await owner.query(`create or replace function audit_instant(given timestamptz, last timestamptz) returns timestamptz
    language sql volatile set search_path = pg_catalog, pg_temp as $$ select given $$`);
  try {
    await simulateDays(orm, options);
    // The signs of past days send no message today.
    await owner.query('update warning_sign set notified_at = raised_at where notified_at is null');
  } finally {
    await owner.query(rows[0].definition);
    await owner.end();
  }
}

async function simulateDays(
  orm: MikroORM,
  { content, modules, allocationSeed, people: count, now, work }: TrialOptions,
) {
  const today = localDate(now, content.product.timeZone);
  const begins = new Date(`${addDays(today, -TRIAL_DAYS - 1)}T00:00:00Z`);
  const passwordHash = await hashPassword(DEMONSTRATION_PASSWORD);
  const em = orm.em.fork();
  await saveContentVersion(em, content, begins);
  const staff = demonstrationStaff.map(({ email, name, roles }) =>
    em.create(Staff, { email, name, roles: [...roles], passwordHash, createdAt: begins }),
  );
  await em.flush();
  const memberWith = (role: StaffRole) => {
    const found = staff.find(({ roles }) => roles.includes(role));
    if (!found) throw new Error(`No demonstration account has the role ${role}.`);
    return found;
  };
  const simulation = createSimulation(orm, {
    ...{ content, modules, allocationSeed },
    staff: {
      ...{ researcher: memberWith('researcher').id, manager: memberWith('manager').id },
      investigator: memberWith('investigator'),
    },
  });
  await declareAnalysis(simulation.operation(begins, 'operator'));
  const people = drawPeople(count, today).map(
    (script): Person => ({
      ...{ script, passwordHash, id: null, symptoms: [], activities: [] },
      ...{ isReducing: false, hasLeft: false, hasPlan: false, hasStarted: false, waitsSince: null },
    }),
  );
  const random = createRandom(count);
  for (let index = 0; index < TRIAL_DAYS; index++) {
    const day = addDays(today, index - TRIAL_DAYS);
    // In the morning of the trial's own clock, one after the other.
    const instant = (minute: number) => new Date(Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS);
    for (const person of people)
      await actAsPerson(simulation, person, day, instant((person.script.index * TEAM_AT_MINUTE) / count));
    const at = instant(TEAM_AT_MINUTE);
    if (await work?.({ at, daysLeft: TRIAL_DAYS - 1 - index })) continue;
    await actAsTeam(simulation, people, {
      ...{ day, at, random },
      isLast: (days) => index >= TRIAL_DAYS - days,
    });
  }
}
