import { expect, test } from '@jest/globals';
import { logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveSupport } from '@stepwise/shared-contracts/calls/user.calls';
import { staffCommands } from '../../cli/staff-commands.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const MINUTE_MS = 60_000;
const api = await createTestApi();

/** The rows of the table of who acted, each as the texts of its cells. */
async function historyOf(participantId: string): Promise<string[][]> {
  const { text } = await (await logInStaff(api)).open(`/admin/participants/${participantId}`);
  const [, section = ''] = text.split('<h2 id="acting-history">');
  const [table = ''] = section.split('</section>');
  return [...table.matchAll(/<tr[^>]*>\s*<th[^>]*scope="row">(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .split(/<\/t[hd]>/)
      .slice(0, -1)
      .map((cell) => cell.replace(/<[^>]*>/g, '').trim()),
  );
}

test('the acting history shows who acted, why, until when and how much they changed, newest first', async () => {
  const { id } = await api.buildParticipant();
  const browser = await logInStaff(api);
  expect(await historyOf(id)).toEqual([]);
  await browser.act(id, 'Asked to add their sister');
  await browser.send(saveSupport, { name: 'Jo Rivera', phone: '0355-500-022' });
  await browser.send(saveSupport, { name: 'Jo Rivera', phone: '0355-500-023' });
  api.clock.advance(5 * MINUTE_MS);
  await browser.send(logoutUser, undefined);
  api.clock.advance(MINUTE_MS);
  await browser.act(id, 'Asked to look at the plan');

  expect(await historyOf(id)).toEqual([
    [
      '10/03/2026, 12:06 pm',
      'Robin Reed',
      'Asked to look at the plan',
      'Acts until 10/03/2026, 1:06 pm',
      '0',
    ],
    ['10/03/2026, 12:00 pm', 'Robin Reed', 'Asked to add their sister', '10/03/2026, 12:05 pm', '2'],
  ]);

  // A browser that sends nothing any more leaves no end; the time was up all the same.
  api.clock.advance(61 * MINUTE_MS);
  expect((await historyOf(id))[0]?.[3]).toBe('10/03/2026, 1:06 pm, by itself');
  // Nor is it another end where the browser is used again.
  await browser.open('/admin/participants');
  expect((await historyOf(id))[0]?.[3]).toBe('10/03/2026, 1:06 pm, by itself');
});

test('acting that a command ended was ended by the server’s operator', async () => {
  const { id } = await api.buildParticipant();
  const browser = await logInStaff(api);
  await browser.act(id);
  api.clock.advance(5 * MINUTE_MS);
  await staffCommands.password(api.operation(), { email: browser.staff.email });
  expect((await historyOf(id))[0]?.[3]).toMatch(
    /^\d\d\/03\/2026, \d+:\d\d [ap]m, ended by the server’s operator$/,
  );
  await api.queryAsOwner(
    `begin; set local session_replication_role = replica;
     update audit_values set after = null from audit_event e where event_id = e.id and e.type = 'acting.started'; commit`,
  );
  expect((await historyOf(id))[0]?.[2]).toBe('Erased');
});

test('changes of each time of acting are counted by themselves, with its own reason', async () => {
  const { id } = await api.buildParticipant();
  const browser = await logInStaff(api);
  for (const [reason, changes] of [
    ['Asked to add their sister', 1],
    ['Asked to correct her number', 2],
  ] as const) {
    await browser.act(id, reason);
    for (let change = 0; change < changes; change++)
      await browser.send(saveSupport, { name: reason, phone: `0355-500-02${change}` });
    await browser.send(logoutUser, undefined);
    api.clock.advance(MINUTE_MS);
  }
  expect((await historyOf(id)).map((row) => [row[2], row.at(-1)])).toEqual([
    ['Asked to correct her number', '2'],
    ['Asked to add their sister', '1'],
  ]);
});

test('changes by the participant or other staff meanwhile are not counted', async () => {
  const visitor = await api.logIn();
  const { id } = visitor.participant;
  const one = await logInStaff(api);
  const two = await logInStaff(api);
  await one.act(id, 'Asked to look at the plan');
  await two.act(id, 'Asked to look at the records');
  await two.send(saveSupport, { name: 'Jo Rivera', phone: '0355-500-022' });
  await visitor.send(saveSupport, { name: 'Jo Rivera', phone: '0355-500-023' });
  expect((await historyOf(id)).map((row) => row.at(-1))).toEqual(['1', '0']);
});
