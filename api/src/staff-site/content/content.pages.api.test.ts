import { expect, test } from '@jest/globals';
import { registerUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveContentVersion } from '../../domain/core/content/save-content-version.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { logInStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const PAGE = '/admin/content';
const api = await createTestApi();

/** What a server does when it starts. */
const start = (content = api.content) => saveContentVersion(api.orm.em.fork(), content, api.clock.now());

async function signUp(name: string): Promise<void> {
  const visitor = await api.visit();
  const email = `${name}@example.org`;
  const passwords = { password1: PASSWORD, password2: PASSWORD };
  await visitor.send(registerUser, { first_name: name, last_name: '', username: email, email, ...passwords });
}

/** The page's rows: file → whether loaded, since when, participants, version. */
async function shown() {
  const manager = await logInStaff(api, 'manager');
  const { text } = await manager.open(PAGE);
  const rows = [...text.matchAll(/<tr[^>]*>\s*<th[^>]*scope="row">(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .split(/<\/t[hd]>/)
      .slice(0, -1)
      .map((cell) => cell.replace(/<[^>]*>/g, '').trim()),
  );
  return { text, rows };
}

test('each file has its version, since when it is loaded, and who started under it', async () => {
  const earlier = {
    version: 'e'.repeat(64),
    versions: { ...api.content.versions, survey: 'a'.repeat(64) },
  };
  await start({ ...api.content, ...earlier });
  const old = await api.buildParticipant({ contentVersion: earlier.version });
  await api.buildParticipant({ stage: 'consent' });
  api.clock.advance(3 * 86_400_000);
  await Promise.all([start(), start(), start()]);
  await signUp('ada');
  await signUp('bo');

  const { text, rows } = await shown();
  expect(rows.filter(([file]) => file === 'survey.yaml')).toEqual([
    ['survey.yaml', 'Yes', '13/03/2026, 12:00 pm', '2', api.content.versions.survey],
    ['survey.yaml', 'No', '10/03/2026, 12:00 pm', '1', 'a'.repeat(64)],
  ]);
  // What did not change has been loaded since the first start, and all three started under it.
  expect(rows.filter(([file]) => file === 'consent.yaml')).toEqual([
    ['consent.yaml', 'Yes', '10/03/2026, 12:00 pm', '3', api.content.versions.consent],
  ]);
  expect(text).toContain('1 participant signed up before versions were recorded');
  expect(text).toContain('demonstration content');
  expect(old.contentVersion).toBe(earlier.version);
});

test('each consent form is shown with whether it is in force and who of those taking part agreed to it last', async () => {
  const { consent } = api.content.versions;
  const [one, two] = [await api.buildParticipant(), await api.buildParticipant()];
  const withdrawn = await api.buildParticipant({ consentAgree: false });
  await api.query(
    `insert into consent_text (hash, version, article) values ('c', 'draft', '{}'), ($1, 'now', '{}') on conflict do nothing`,
    [consent],
  );
  await api.query(
    `insert into consent (participant_id, text_hash, future_contact, agreed_at)
     values ($1, 'c', false, '2026-03-01'), ($2, 'c', false, '2026-03-01'), ($2, $3, false, '2026-03-02'),
       ($4, 'c', false, '2026-03-01')`,
    [one.id, two.id, consent, withdrawn.id],
  );
  const { rows } = await shown();
  const forms = rows.filter((row) => row.length === 4 && ['c', consent].includes(row[3] ?? ''));
  // The newest first.
  expect(forms).toEqual([
    ['now', 'Yes', '1', consent],
    ['draft', 'No', '1', 'c'],
  ]);
});

test('a server that starts again with the same content changes nothing', async () => {
  await start();
  const before = await api.query('select * from content_version');
  api.clock.advance(1000);
  await start();
  expect(await api.query('select * from content_version')).toEqual(before);
});

test('the page is for managers', async () => {
  const browser = openStaffBrowser(api);
  expect(await browser.open(PAGE)).toMatchObject({ status: 303, location: '/admin/log-in' });
  const researcher = await logInStaff(api);
  expect(await researcher.open(PAGE)).toMatchObject({ status: 403 });
  expect((await researcher.open('/admin/participants')).text).not.toContain(PAGE);
});
