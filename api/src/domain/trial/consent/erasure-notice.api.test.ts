import { expect, test } from '@jest/globals';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { createMailingApi } from '../../../testing/create-mailing-api.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';

const api = await createMailingApi();

/** Waits for the message, which no answer waits for. */
async function messageTo(address: string | null | undefined) {
  for (;;) {
    const found = api.mail.received.find(({ to }) => to?.[0]?.address === address);
    if (found) return found;
    await new Promise(setImmediate);
  }
}

/** Everything in the database but the values of the audit log, which the next night erases, as text. */
async function wholeDatabase(): Promise<string> {
  const tables = await api.query(
    `select table_schema || '."' || table_name || '"' as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
       and table_name <> 'audit_values'`,
  );
  const rows = await Promise.all(tables.map(({ name }) => api.query(`select t::text as row from ${name} t`)));
  return JSON.stringify(rows);
}

test.each(['delete', 'anonymous'] as const)(
  'the owner is told that everything was erased (%s), and the address is stored nowhere',
  async (value) => {
    const visitor = await api.logIn();
    const { email, firstName } = visitor.participant;
    expect(await wholeDatabase()).toContain(email);
    await visitor.send(saveUserDataConsent, { value });
    const { subject = '', text = '' } = await messageTo(email);
    expect(subject).toBe('Your information was erased');
    expect(text).not.toContain(firstName);
    expect(`${subject} ${text.split('Questions?')[0]}`).not.toMatch(/trial|research|dose|medic|depress/i);
    expect(await wholeDatabase()).not.toContain(email);
  },
);

test('an erasure goes through while the mail server is down, and one by the team is told as well', async () => {
  const stays = await api.logIn();
  await stays.send(saveUserDataConsent, { value: 'agree' });
  const visitor = await api.logIn();
  await api.mail.stop();
  expect((await visitor.send(saveUserDataConsent, { value: 'delete' })).status).toBe(204);
  await api.mail.restart();
  const [kept, erased] = [await api.buildParticipant(), await api.buildParticipant()];
  const browser = await logInStaff(api, 'manager');
  for (const [choice, { id, email }] of [
    ['agree', kept],
    ['delete', erased],
  ] as const) {
    const path = `/admin/participants/${id}/withdraw/${choice}`;
    await browser.open(path);
    const form = { identifiedBy: 'called-back', reason: 'none-given', confirmation: email ?? '' };
    expect((await browser.submit(path, form)).status).toBe(303);
  }
  expect((await messageTo(erased.email)).subject).toBe('Your information was erased');
  const told = api.mail.received.flatMap(({ to }) => to?.[0]?.address);
  for (const { email } of [kept, stays.participant]) expect(told).not.toContain(email);
});
