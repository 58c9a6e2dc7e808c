import { expect, test } from '@jest/globals';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData, surveySaveOption } from '@stepwise/shared-contracts/calls/survey.calls';
import { createMailingApi } from '../../testing/create-mailing-api.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { buildRelease, putLive } from '../../testing/releases.ts';
import { logInStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const RESET = '/account/password-reset';

const api = await createMailingApi();
const releasing = await createTestApi();
await putLive(releasing, buildRelease('mf-plan', '0.1.0-bb'));
await putLive(releasing, buildRelease('mf-plan', '0.1.0-aa'));
// Some people try the last good release.
await putLive(releasing, buildRelease('mf-plan', '0.1.0-bb'), 10);
const elsewhere = await createTestApi({ remoteAddress: '192.0.2.7' });
const served = await createTestApi({
  remoteAddress: '192.0.2.7',
  config: { databaseUrl: 'postgresql://database/stepwise' },
});
const nowhere = await createTestApi({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/nothing' });

const look = async (origin = api.origin): Promise<string> => {
  const answer = await fetch(`${origin}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return answer.text();
};
/** The value of a series, by its name and labels as they are written. */
const read = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};
const requests = (method: string, route: string, status: number) =>
  `stepwise_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

test('requests are counted by the template of their route, without paths or personal data', async () => {
  const visitor = await api.logIn();
  const { participant } = visitor;
  await fetch(`${api.origin}/account/password-reset/a-secret-token`, { redirect: 'manual' });
  await fetch(`${api.origin}/person@example.org`);
  await fetch(`${api.origin}/features/mf-plan/0.0.0/nothing.js`);
  await fetch(`${api.origin}/api/${participant.id}`, { method: 'PATCH' });
  const text = await look();
  expect(read(text, requests('POST', '/api/login-user/', 200))).toBe(1);
  expect(read(text, requests('GET', '/account/password-reset/:token', 303))).toBe(1);
  expect(read(text, requests('GET', 'release file', 404))).toBe(1);
  expect(read(text, requests('other', 'other', 404))).toBe(1);
  for (const personal of [participant.id, participant.email, 'a-secret-token', 'person@', 'nothing.js'])
    expect(text).not.toContain(personal);
});

test('the metrics report sessions alive, events of the audit log, the pool, and live releases', async () => {
  // Those of the tests before have run out.
  await api.pass(24 * 3_600_000);
  const sessions = async () => {
    const text = await look();
    return ['participants', 'staff', 'visitors'].map((of) => read(text, `stepwise_sessions{of="${of}"}`));
  };
  expect(await sessions()).toEqual([0, 0, 0]);
  const { participant } = await api.logIn();
  await api.logIn();
  await logInStaff(api);
  await (await logInStaff(api)).act(participant.id);
  const visitor = await api.visit();
  await visitor.send(surveySaveOption, { questionId: 1, optionId: 101 });
  expect(await sessions()).toEqual([2, 2, 1]);
  const text = await look();
  const [{ events }] = await api.query('select count(*)::int as events from audit_event');
  expect(read(text, 'stepwise_audit_events')).toBe(events);
  expect(read(text, 'stepwise_database_up')).toBe(1);
  expect(read(text, 'stepwise_database_archive_failing')).toBe(0);
  expect(read(text, `stepwise_content{version="${api.content.version}"}`)).toBe(1);
  expect(read(text, 'stepwise_database_waiting{pool="orm"}')).toBe(0);
  expect(read(text, 'stepwise_jobs{job="nightly",state="failed"}')).toBe(0);
  expect(read(text, 'stepwise_renders_total{outcome="failed"}')).toBe(0);
});

test('the metrics report each release’s share, and in how many sessions one failed', async () => {
  await releasing.query(
    `insert into release_report (feature, version, reporter, outcome, reported_at)
     select 'mf-plan', '0.1.0-bb', reporter, 'failed-to-load', now() from unnest(array['a', 'b']) as reporter`,
  );
  const text = await look(releasing.origin);
  expect(read(text, 'stepwise_release_traffic_percent{package="mf-plan",version="0.1.0-aa"}')).toBe(90);
  expect(read(text, 'stepwise_release_traffic_percent{package="mf-plan",version="0.1.0-bb"}')).toBe(10);
  const failed =
    'stepwise_release_failed_sessions{package="mf-plan",version="0.1.0-bb",outcome="failed-to-load"}';
  expect(read(text, failed)).toBe(2);
  const recent = 'stepwise_release_failed_sessions_recent{package="mf-plan",version="0.1.0-bb"}';
  expect(read(text, recent)).toBe(2);
  const ofDiary = async () => {
    const shown = await look(releasing.origin);
    return ['1.0.0', '1.0.1', '1.0.2'].map((version) =>
      read(shown, `stepwise_release_traffic_percent{package="mf-diary",version="${version}"}`),
    );
  };
  await putLive(releasing, buildRelease('mf-diary', '1.0.0'));
  expect(await ofDiary()).toEqual([100, undefined, undefined]);
  for (const version of ['1.0.1', '1.0.2']) await putLive(releasing, buildRelease('mf-diary', version));
  expect(await ofDiary()).toEqual([undefined, 0, 100]);
  await releasing.query(`update release_report set reported_at = now() - interval '1 year'`);
  expect(read(await look(releasing.origin), recent)).toBe(0);
});

test('a registry that cannot be read any more is seen, beside what was live before', async () => {
  const aa = 'stepwise_release_traffic_percent{package="mf-plan",version="0.1.0-aa"}';
  const before = await look(releasing.origin);
  expect(read(before, 'stepwise_registry_readable')).toBe(1);
  await releasing.queryAsOwner('alter table release_change rename to moved');
  await releasing.registry.refetch();
  const after = await look(releasing.origin);
  expect(read(after, 'stepwise_registry_readable')).toBe(0);
  expect(read(after, aa)).toBe(90);
});

test('a message that cannot be sent is seen, as a job to be tried again, and so is one that was sent', async () => {
  const { email } = await api.buildParticipant();
  const browser = openStaffBrowser(api);
  await browser.open(RESET);
  await api.mail.stop();
  await browser.submit(RESET, { email: email ?? '' });
  await api.untilJobsTried();
  let text = await look();
  expect(read(text, 'stepwise_jobs{job="send-password-reset",state="retry"}')).toBe(1);
  expect(read(text, 'stepwise_mail_total{outcome="failed"}')).toBe(1);
  expect(read(text, 'stepwise_mail_total{outcome="sent"}')).toBe(0);
  expect(read(text, 'stepwise_jobs_oldest_due_seconds')).toBe(0);
  await api.queryAsOwner('update pgboss.job set retry_count = 20');
  text = await look();
  expect(read(text, 'stepwise_jobs{job="send-password-reset",state="stuck"}')).toBe(1);

  await api.mail.restart();
  // The queue has not looked yet.
  api.clock.advance(5 * 60_000);
  const waited = read(await look(), 'stepwise_jobs_oldest_due_seconds') ?? 0;
  expect(waited).toBeGreaterThan(4 * 60);
  expect(waited).toBeLessThanOrEqual(5 * 60);
  await api.pass(10 * 60_000);
  await api.untilJobsTried();
  text = await look();
  expect(read(text, 'stepwise_jobs{job="send-password-reset",state="retry"}')).toBe(0);
  expect(read(text, 'stepwise_mail_total{outcome="sent"}')).toBe(1);
});

test.each(['x-forwarded-for', 'forwarded'])(
  'the metrics are not served through a proxy (%s)',
  async (header) => {
    const answer = await fetch(`${api.origin}/metrics`, { headers: { [header]: '203.0.113.7' } });
    expect(answer.status).toBe(404);
  },
);

test('the metrics are served to other machines only where the database is one of its own', async () => {
  expect((await fetch(`${elsewhere.origin}/metrics`)).status).toBe(404);
  await look(served.origin);
});

test('metrics answer without the database, and say so rather than giving old numbers', async () => {
  const visitor = nowhere.stranger();
  visitor.cookies.keep((await fetch(api.origin + surveyData.path)).headers);
  await visitor.request(allData.path);
  const text = await look(nowhere.origin);
  expect(read(text, 'stepwise_database_up')).toBe(0);
  expect(text).not.toContain('stepwise_sessions{');
  expect(read(text, 'stepwise_audit_events')).toBeUndefined();
  expect(read(text, requests('POST', 'other', 503))).toBe(1);
  expect(read(text, 'stepwise_server_errors_total')).toBe(1);
});

test('a server without a page, or that was asked to stop, answers and says that it is not ready', async () => {
  const ask = (path: string) => fetch(api.origin + path).then(({ status }) => status);
  expect(await ask('/readyz')).toBe(503);
  await putLive(api, buildRelease('shell', '1.0.0'));
  expect(await ask('/readyz')).toBe(200);
  api.stopping.abort();
  expect(await ask('/readyz')).toBe(503);
  for (const path of ['/livez', '/healthz']) expect(await ask(path)).toBe(200);
});
