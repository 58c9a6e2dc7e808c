import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { leavePlan, stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveUserAgree, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { PASSWORD } from '../../../testing/build-participant.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { download, readCsv, type Unzipped, unzip } from '../../../testing/read-export.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import { findFollowUps } from '../../trial/follow-ups/find-follow-ups.ts';

const START = '2026-03-10';
const END = 150;
const api = await createTestApi({ connections: 10 });
const folder = mkdtempSync(join(tmpdir(), 'stepwise-left-'));
afterAll(() => rmSync(folder, { recursive: true }));

const goTo = (day: number) => api.clock.set(`${addDays(START, day)}T02:00:00Z`);

/** Consents and is randomised on day 0. */
async function randomise(position: number) {
  goTo(0);
  const person = await api.logIn({ stage: 'consent' });
  const agree = () => person.send(saveUserAgree, { consentAgree: true, futureContact: true });
  await agree();
  const { id, email } = person.participant;
  await api.query('update participant set home_step = 4, randomise = true, schedule_id = 11 where id = $1', [
    id,
  ]);
  await api.query(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', $2, 'reduction', $3)`,
    [id, position, api.clock.now()],
  );
  const at = async (day: number) => {
    goTo(day);
    await person.send(loginUser, { username: email ?? '', password: PASSWORD });
  };
  return Object.assign(person, { id, agree, at });
}

let files: Unzipped;
let zip: string;
let contactThenAnonymous: string;

beforeAll(async () => {
  const first = await randomise(1);
  await first.at(50);
  await first.send(leavePlan, { reason: 'effort' });
  await first.at(60);
  await first.send(stopContact, { reason: 'privacy' });
  await first.at(136);
  await first.send(saveUserDataConsent, { value: 'anonymous' });

  const again = await randomise(2);
  await again.at(20);
  await again.send(stopContact, { reason: 'health' });
  await again.at(20);
  api.clock.advance(60_000);
  await again.agree();
  await again.at(100);
  await again.send(stopContact, { reason: 'advice' });

  const goingOn = await randomise(3);
  await goingOn.at(30);
  await goingOn.send(stopContact, { reason: 'privacy' });
  await goingOn.at(40);
  await goingOn.agree();

  goTo(END);
  [{ id: contactThenAnonymous }] = await api.query(
    `select id from participant where data_consent = 'anonymous'`,
  );
  const { bytes } = await download(await logInStaff(api, 'manager'), api.origin);
  zip = join(folder, 'export.zip');
  writeFileSync(zip, bytes);
  files = unzip(bytes);
}, 180_000);

const rowsOf = (name: string, ...columns: string[]) => {
  const [header = [], ...rows] = readCsv(files.get(`${name}.csv`) ?? '');
  return rows.map((row) => columns.map((column) => row[header.indexOf(column)] ?? ''));
};

describe('the day on which a participant left', () => {
  test('is the first stop of contact since the last consent', () => {
    expect(
      rowsOf(
        'observation',
        'censoring_day',
        'withdrawal_day',
        'withdrawal_reason',
        'censoring_reason',
        'days_observed',
      ).sort(),
    ).toEqual([
      ['100', '100', 'advice', 'withdrew', '101'],
      [String(END), '', '', 'going-on', String(END + 1)],
      ['60', '60', 'privacy', 'anonymous', '61'],
    ]);
    expect(rowsOf('adsl', 'EOSSTT', 'EOSDY', 'DCSREAS').sort()).toEqual([
      ['DISCONTINUED', '100', 'advice'],
      ['DISCONTINUED', '60', 'privacy'],
      ['ONGOING', '', ''],
    ]);
  });

  test('does not count someone as retained at three months who stopped before and became anonymous after', () => {
    expect(rowsOf('retention', 'months', 'at_risk', 'retained')).toEqual([['3', '3', '2']]);
  });

  test('leaves out follow-ups that were to come, whatever was stopped later', async () => {
    const followUps = await findFollowUps(api.operation(), contactThenAnonymous);
    expect(followUps[0]).toMatchObject({ months: 3, state: 'not-applicable' });
  });

  test('leaves each stop with its degree, reason and the consent that it came after', () => {
    expect(rowsOf('stops', 'degree', 'reason', 'stop_day', 'consent').sort()).toEqual([
      ['anonymous', 'none-given', '136', '1'],
      ['contact', 'advice', '100', '2'],
      ['contact', 'health', '20', '1'],
      ['contact', 'privacy', '30', '1'],
      ['contact', 'privacy', '60', '1'],
      ['plan', 'effort', '50', '1'],
    ]);
    const events = rowsOf('events', 'event', 'study_day').filter(([event]) => event?.startsWith('stop'));
    expect(events.map((event) => event.join(' ')).sort()).toEqual([
      ...['stop_contact 100', 'stop_contact 136', 'stop_contact 20', 'stop_contact 30', 'stop_contact 60'],
      'stop_plan 50',
    ]);
  });
});

describe.each([
  ['python3', 'analyse.py'],
  ['Rscript', 'analyse.R'],
])('the analysis by %s', (command, script) => {
  const isInstalled = spawnSync(command, ['--version']).status === 0;
  const analyse = (place: string) => {
    writeFileSync(join(folder, script), files.get(`analysis/${script}`) ?? '');
    const { stdout, stderr, status } = spawnSync(command, [join(folder, script), place, '--json'], {
      encoding: 'utf8',
    });
    return { status, stderr, retention: JSON.parse(stdout).retention };
  };

  (isInstalled ? test : test.skip)(
    'derives retention from the stops, and says where the product counted otherwise',
    () => {
      const retention = [{ arm: 'reduction', months: 3, at_risk: 3, retained: 2 }];
      expect(analyse(zip)).toEqual({ status: 0, stderr: '', retention });

      const observation = files.get('observation.csv') ?? '';
      for (const [name, text] of files)
        if (!name.includes('/'))
          writeFileSync(
            join(folder, name),
            name === 'observation.csv'
              ? text.replace(/^(S\w+),0,0,60,50,privacy,60,/m, '$1,0,0,136,50,privacy,136,')
              : text,
          );
      expect(observation).toMatch(/,0,0,60,50,privacy,60,/);
      expect(analyse(folder)).toMatchObject({ status: 1, stderr: expect.stringContaining('136'), retention });
    },
  );
});
