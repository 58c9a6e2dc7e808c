import { expect, test } from '@jest/globals';
import { reportDose } from '@stepwise/shared-contracts/calls/plan.calls';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { addSymptom, saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { saveContentVersion } from '../../domain/core/content/save-content-version.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const DAY_MS = 86_400_000;
const api = await createTestApi();
const text = (page: string) => page.replace(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

test('a day is shown as it was, whatever changed since', async () => {
  await saveContentVersion(api.orm.em.fork(), api.content, api.clock.now());
  const visitor = await api.logIn({ stage: 'timeline', firstName: 'Ada' });
  const { id } = visitor.participant;
  const day = localDate(api.clock.now(), 'Australia/Melbourne');
  const record = { mood: true, active: true, symptoms: [], activities: [] };
  await visitor.send(saveRecord, { ...record, sleep: false });
  await visitor.send(saveRecord, { ...record, sleep: true });
  api.clock.advance(DAY_MS);
  await visitor.send(loginUser, { username: visitor.participant.email ?? '', password: PASSWORD });
  // What comes a day later was not shown the day before: a symptom, and a dose that is reported for that day.
  await visitor.send(addSymptom, { symptom: { text: 'Came later', category: 'mood' } });
  await visitor.send(reportDose, { day, dose: 50, step: null });

  const manager = await logInStaff(api, 'manager');
  const page = await manager.open(`/admin/participants/${id}/day/${day}`);
  expect(page.status).toBe(200);
  const shown = text(page.text);
  expect(shown).toContain('Ada Taylor');
  expect(shown).toMatch(/Shown as the dose in force 100 ?mg/);
  expect(shown).toMatch(/Taken, by all reports until now 50 ?mg/);
  expect(shown).toMatch(/Counts for the day.*Replaced /);
  expect(shown).not.toContain('Came later');
  expect(shown).toContain(api.content.version);
  expect(shown.match(/saved the participant’s record of a day/g)).toHaveLength(2);
  const next = text((await manager.open(`/admin/participants/${id}/day/${addDays(day, 1)}`)).text);
  expect(next).toContain('Came later');
  expect(next).toMatch(/Shown as the dose in force 50 ?mg/);

  const hash = api.content.versions.tracker;
  expect((await manager.open(`/admin/content/${hash}`)).text).toBe(api.content.sources.tracker);
  expect(await manager.open(`/admin/content/${'0'.repeat(64)}`)).toMatchObject({ status: 404 });
});

test('the form of the participant’s page opens the day, and no other day is shown', async () => {
  const { id } = await api.buildParticipant();
  const manager = await logInStaff(api, 'manager');
  expect(await manager.open(`/admin/participants/${id}/day?day=2026-03-10`)).toMatchObject({
    status: 303,
    location: `/admin/participants/${id}/day/2026-03-10`,
  });
  for (const day of ['2026-02-30', 'today'])
    expect(await manager.open(`/admin/participants/${id}/day/${day}`)).toMatchObject({ status: 404 });
});

test('a monitor reads the day by study id, without names or own words', async () => {
  const visitor = await api.logIn({ stage: 'timeline', firstName: 'Grace' });
  const { id } = visitor.participant;
  await visitor.send(addSymptom, { symptom: { text: 'My secret', category: 'mood' } });
  const day = localDate(api.clock.now(), 'Australia/Melbourne');
  const monitor = await logInStaff(api, 'monitor');
  const { status, text: shown } = await monitor.open(`/admin/participants/${id}/day/${day}`);
  expect(status).toBe(200);
  expect(shown).not.toMatch(/Grace|My secret/);
  expect(await (await logInStaff(api)).open(`/admin/participants/${id}/day/${day}`)).toMatchObject({
    status: 403,
  });
});
