import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import { PASSWORD } from '../../../testing/build-participant.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { download, unzip } from '../../../testing/read-export.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import { findTrialNumbers } from './find-trial-numbers.ts';

/** A minute before midnight in Melbourne on day 0, and from then on by its clock, which goes back in April. */
const RANDOMISED_AT = '2026-03-10T12:59:00Z';
const END_OF_DAY_89 = '2026-06-07T13:59:00Z';
const DAY_90 = '2026-06-07T14:00:00Z';
const END_OF_DAY_90 = '2026-06-08T13:59:00Z';
const DAY_91 = '2026-06-08T14:00:00Z';

const api = await createTestApi();
const folder = mkdtempSync(join(tmpdir(), 'stepwise-retention-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function randomise(position: number) {
  api.clock.set(RANDOMISED_AT);
  const person = await api.logIn({ stage: 'consent' });
  await person.send(saveUserAgree, { consentAgree: true, futureContact: true });
  const { id, email } = person.participant;
  await api.query(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', $2, 'usual-care', $3)`,
    [id, position, api.clock.now()],
  );
  return async (at: string) => {
    api.clock.set(at);
    await person.send(loginUser, { username: email ?? '', password: PASSWORD });
    await person.send(stopContact, { reason: 'privacy' });
  };
}

const retentionAt = async (at: string) => {
  api.clock.set(at);
  const { timeZone } = api.content.product;
  const followUpMonths = api.content.followUps.months;
  const counting = { now: api.clock.now(), timeZone, followUpMonths };
  const { retention } = await findTrialNumbers(api.orm.em.fork(), counting);
  return retention.map(({ months, at_risk, retained }) => [months, at_risk, retained]);
};

test('three months are over on day 90 of the trial’s clock, and retain who leaves on that day or later', async () => {
  const leave = [];
  for (let position = 0; position < 4; position++) leave.push(await randomise(position));
  await leave[0]?.(END_OF_DAY_89);
  expect(await retentionAt(END_OF_DAY_89)).toEqual([]);
  expect(await retentionAt(DAY_90)).toEqual([[3, 4, 3]]);
  await leave[1]?.(DAY_90);
  await leave[2]?.(END_OF_DAY_90);
  await leave[3]?.(DAY_91);
  expect(await retentionAt(DAY_91)).toEqual([[3, 4, 3]]);

  const { bytes } = await download(await logInStaff(api, 'manager'), api.origin);
  const zip = join(folder, 'export.zip');
  writeFileSync(zip, bytes);
  const script = join(folder, 'analyse.py');
  writeFileSync(script, unzip(bytes).get('analysis/analyse.py') ?? '');
  const { stdout, stderr } = spawnSync('python3', [script, zip, '--json'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout).retention).toMatchObject([{ months: 3, at_risk: 4, retained: 3 }]);
});
