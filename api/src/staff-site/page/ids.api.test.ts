import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { inTurn } from '@stepwise/tooling/testing/nightly';
import { verifyAuditLog } from '../../domain/data/audit-log/verify-audit-log.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { logInStaff } from '../../testing/staff-browser.ts';
import { teamPages } from '../staff-site.ts';

const pages: [method: 'GET' | 'POST', path: string][] = [];
teamPages({
  get: (path) => pages.push(['GET', path]),
  post: (path) => pages.push(['POST', path]),
});
const withId = pages.filter(([, path]) => path.includes(':id'));

/** A page's number, which chooses what it is tried with. */
const placeOf = ([, path]: (typeof pages)[number]) => pages.findIndex((page) => page[1] === path);

const TOKEN = 'of the survey team';
const hash = createHash('sha256').update(TOKEN).digest('hex');
const api = await createTestApi({ config: { releaseTokens: [{ package: 'mf-survey', hash }] } });
const manager = await logInStaff(api, 'manager');
const send = ([method, path]: (typeof pages)[number], id: string, fields: Record<string, string> = {}) => {
  const address = path.replace(':id', id).replaceAll(/:\w+/g, 'delete');
  return method === 'GET'
    ? manager.open(address)
    : manager.post(address, { csrfToken: manager.cookies.get('csrftoken'), ...fields });
};
const verify = () => verifyAuditLog(api.orm.em.fork());
const countEvents = () => api.query('select count(*) from audit_event');
/** The pages of one kind of id differ in nothing else. */
const withoutIds = (text: string) => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, 'id');

describe('an id in the address of a page', () => {
  test.each(withId)('%s %s takes it in capitals as the same id', async (...page) => {
    const participant = await api.buildParticipant();
    const plain = await send(page, participant.id);
    const capitals = await send(page, participant.id.toUpperCase());
    expect(capitals.status).toBe(plain.status);
    expect(capitals.location && withoutIds(capitals.location)).toBe(
      plain.location && withoutIds(plain.location),
    );
  });

  test('is hashed as it is stored, in every page’s events', async () => {
    expect(await verify()).toMatchObject({ fault: null });
  });

  test.each(withId)('%s %s does not know it in braces, with a blank or without hyphens', async (...page) => {
    const { id } = await api.buildParticipant();
    // A page for another role rejects a manager before it looks for anyone.
    const known = (await send(page, id)).status;
    const before = await countEvents();
    const odds = [`{${id}}`, `%7B${id}%7D`, `%20${id}`, `${id}%20`, `${id}%0A`, id.replaceAll('-', '')];
    for (const odd of inTurn(odds, placeOf(page)))
      expect([404, known === 403 ? 403 : 404]).toContain((await send(page, odd)).status);
    expect(await countEvents()).toEqual(before);
  });
});

test('a view of a participant by an id in capitals is recorded once, with the id as it is stored', async () => {
  const { id } = await api.buildParticipant();
  const events = () => api.query('select type, subject from audit_event where subject = $1', [id]);
  await manager.open(`/admin/participants/${id.toUpperCase()}`);
  await manager.open(`/admin/participants/${id}`);
  expect(await events()).toEqual([{ type: 'participant.viewed', subject: id }]);
  expect(await verify()).toMatchObject({ fault: null });
});

test.each([['changing a role', 'role', { roles: 'manager' }] as const, ['removing', 'remove', {}] as const])(
  '%s of a member of the team whose id stands in capitals keeps the chain whole',
  async (_what, action, fields) => {
    const { staff } = await logInStaff(api, 'researcher');
    const { status } = await send(['POST', `/admin/staff/:id/${action}`], staff.id.toUpperCase(), fields);
    expect(status).toBe(303);
    expect(await api.query('select 1 from audit_event where subject = $1', [staff.id])).not.toEqual([]);
    expect(await verify()).toMatchObject({ fault: null });
  },
);

test('the audit log is searched by an id in capitals, and by an actor in capitals', async () => {
  const { id } = await api.buildParticipant();
  await manager.open(`/admin/participants/${id}`);
  const search = async (fields: Record<string, string>) => {
    await manager.open('/admin/audit');
    await manager.submit('/admin/audit', { type: '', actor: '', about: '', from: '', to: '', ...fields });
    return (await manager.open('/admin/audit')).text;
  };
  for (const about of [id, id.toUpperCase(), ` ${id.toUpperCase()} `])
    expect(await search({ about })).toContain(`participants/${id}">`);
  expect(await search({ about: `{${id}}` })).toContain('No event matches.');
  expect(await search({ actor: `staff:${manager.staff.id.toUpperCase()}` })).toContain(
    `participants/${id}">`,
  );
  await search({});
});

test('a note whose own id stands in capitals is one note, however often it is sent', async () => {
  const participant = await api.buildParticipant();
  const id = '0190D7C8-AAAA-7BBB-8CCC-DDDDEEEEFFFF';
  for (const each of [id, id.toLowerCase()])
    await send(['POST', '/admin/participants/:id/notes'], participant.id.toUpperCase(), {
      id: each,
      note: 'Rang back.',
    });
  expect(
    await api.query('select id from participant_note where participant_id = $1', [participant.id]),
  ).toEqual([{ id: id.toLowerCase() }]);
  expect(await verify()).toMatchObject({ fault: null });
});

test('a save for an account whose id stands in capitals is made, and audited', async () => {
  const visitor = await api.logIn();
  const { status } = await visitor.request('/api/save-doctor/', {
    body: { name: 'Dr Lee', phone: '0355-500-011', email: '' },
    headers: { 'x-participant': visitor.participant.id.toUpperCase() },
  });
  expect(status).toBe(204);
  for (const odd of [`{${visitor.participant.id}}`, visitor.participant.id.slice(1), ' x'])
    expect((await visitor.request('/api/all-data/', { headers: { 'x-participant': odd } })).status).toBe(401);
  expect(await verify()).toMatchObject({ fault: null });
});

test.each(['MF-SURVEY', '{mf-survey}', ' mf-survey', 'mf-survey ', '%00'])(
  'a release token opens its own package and not %j',
  async (name) => {
    const { status } = await fetch(new URL(`/api/releases/${encodeURIComponent(name)}/`, api.origin), {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(status).toBe(403);
  },
);
