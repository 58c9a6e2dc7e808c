import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { setUpSecondFactor } from '../testing/authenticator.ts';
import { PASSWORD } from '../testing/build-participant.ts';
import { createTestApi } from '../testing/create-test-api.ts';
import { download } from '../testing/read-export.ts';
import { readPageForm } from '../testing/read-form.ts';
import { rowsOfPage } from '../testing/rows-of-page.ts';
import { createSoftPasskey } from '../testing/soft-passkey.ts';
import { logInStaff, type ShownPage } from '../testing/staff-browser.ts';

const api = await createTestApi();

beforeEach(async () => {
  api.clock.set('2026-03-10T01:00:00Z');
  await api.removeParticipants();
});

const AN_EVENT = {
  ...{ sign: '', description: 'Headache.', source: 'call', serious: 'no', severity: 'mild' },
  ...{ relatedness: 'possible', expectedness: 'expected', outcome: 'recovered', action: 'none' },
  ...{ onset: '2026-03-09', ended: '', awareAt: '2026-03-10T10:00', reportedAt: '' },
};

async function recordEvent() {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const author = await logInStaff(api);
  const form = `/admin/participants/${id}/adverse-events`;
  await author.open(form);
  const { location } = await author.submit(form, { ...AN_EVENT, id: randomUUID() });
  return { id, author, event: location ?? '' };
}

function ceremony({ text }: ShownPage) {
  const [, encoded = ''] = /data-options="([^"]+)"/.exec(text) ?? [];
  const { challenge } = JSON.parse(encoded.replaceAll('&quot;', '"'));
  return { challenge, origin: api.origin.replace('127.0.0.1', 'localhost') };
}

describe('a signature', () => {
  test('shows what is signed and its meaning, and stores name, instant, meaning, proof and hash', async () => {
    const { id, event } = await recordEvent();
    const investigator = await logInStaff(api, 'investigator');
    await investigator.open(event);
    const { status, text } = await investigator.submit(`${event}/sign`, { version: '1' });
    expect(status).toBe(200);
    for (const words of ['Headache.', 'I have reviewed this adverse event', 'Signed by Robin Reed'])
      expect(text).toContain(words);
    expect(readPageForm(text, `${event}/sign`)).toEqual({ version: ['1'], currentPassword: [''] });
    expect(await api.query('select 1 from signature')).toEqual([]);
    const signed = await investigator.submit(`${event}/sign`, { version: '1', currentPassword: PASSWORD });
    expect(signed).toMatchObject({ status: 303, location: event });
    expect(await api.query('select name, meaning, proof, hash, signed_at from signature')).toEqual([
      {
        ...{ name: 'Robin Reed', meaning: expect.stringMatching(/^I have reviewed/), proof: 'password' },
        ...{ hash: expect.stringMatching(/^[0-9a-f]{64}$/), signed_at: api.clock.now() },
      },
    ]);
    const stored = await api.query('select kind, target, meaning, proof, hash from signature');
    expect((await api.eventsOf(id, 'signature.added')).map(({ after }) => after)).toEqual(stored);
    const [{ hash, meaning }] = stored;
    expect(rowsOfPage((await investigator.open(event)).text)).toContainEqual([
      ...['Robin Reed', '10/03/2026, 12:00 pm, by password', 'An adverse event', meaning, 'Stands', hash],
    ]);
  });

  test('is given once for each time it was shown, whatever is sent in a loop', async () => {
    const [one, two] = [await recordEvent(), await recordEvent()];
    const investigator = await logInStaff(api, 'investigator');
    await investigator.open(one.event);
    const given = { version: '1', currentPassword: PASSWORD };
    for (const { event } of [one, two])
      expect(await investigator.submit(`${event}/sign`, given)).toMatchObject({
        status: 422,
        text: expect.stringContaining('Read what you sign'),
      });
    // What was shown last was the other event.
    expect((await investigator.submit(`${one.event}/sign`, given)).status).toBe(422);
    expect(await api.query('select 1 from signature')).toEqual([]);
    expect((await investigator.submit(`${one.event}/sign`, given)).status).toBe(303);
    api.clock.advance(11 * 60_000);
    await investigator.open(two.event);
    await investigator.submit(`${two.event}/sign`, { version: '1' });
    api.clock.advance(10 * 60_000);
    expect((await investigator.submit(`${two.event}/sign`, given)).status).toBe(422);
    api.clock.advance(10 * 60_000 - 1);
    expect((await investigator.submit(`${two.event}/sign`, given)).status).toBe(303);
  });

  test('is not given again where the same was shown and signed before', async () => {
    const manager = await logInStaff(api, 'manager');
    await download(manager, api.origin, { variant: 'masked' });
    await manager.open('/admin/export');
    const fields = { reason: 'Interim analysis for the safety board', variant: 'masked' };
    const again = await manager.submit('/admin/export', { ...fields, currentPassword: PASSWORD });
    expect(again).toMatchObject({ status: 422, text: expect.stringContaining('Read what you sign') });
    expect(await api.query('select 1 from signature')).toHaveLength(1);
  });

  test('is void once what was signed has changed', async () => {
    const { author, event } = await recordEvent();
    const investigator = await logInStaff(api, 'investigator');
    await investigator.open(event);
    await investigator.sign(`${event}/sign`, { version: '1' });
    await author.open(`${event}/change`);
    const change = { ...AN_EVENT, severity: 'severe', version: '1', reason: 'It was severe.' };
    expect((await author.submit(`${event}/change`, change)).status).toBe(303);
    expect((await investigator.open(event)).text).toContain('Void: what was signed has changed');
  });

  test('is not given for what changed since it was shown, nor for a form with other values', async () => {
    const { author, event } = await recordEvent();
    const manager = await logInStaff(api, 'manager');
    const voids = { reason: 'duplicate', currentPassword: PASSWORD };
    await manager.open(event);
    const { text } = await manager.submit(`${event}/void`, { reason: 'duplicate' });
    expect(text).toContain('<p>Why it is void: It was recorded before</p>');
    expect(readPageForm(text, `${event}/void`)).toEqual({ reason: ['duplicate'], currentPassword: [''] });
    await author.open(`${event}/change`);
    const change = { ...AN_EVENT, description: 'Migraine.', version: '1', reason: 'Another word.' };
    expect((await author.submit(`${event}/change`, change)).status).toBe(303);
    const changed = await manager.submit(`${event}/void`, voids);
    expect(changed).toMatchObject({ status: 422, text: expect.stringContaining('Migraine.') });
    // A value that is not shown.
    expect((await manager.submit(`${event}/void`, { ...voids, more: 'x' })).status).toBe(422);
    expect(await api.query('select 1 from signature')).toEqual([]);
    expect((await manager.submit(`${event}/void`, { ...voids, more: 'x' })).status).toBe(303);
  });

  test('is given by a passkey, for one signature', async () => {
    const { event } = await recordEvent();
    const investigator = await logInStaff(api, 'investigator');
    await setUpSecondFactor(investigator, api.clock.now());
    const passkey = createSoftPasskey();
    await investigator.open('/admin/account');
    const made = ceremony(
      await investigator.submit('/admin/account/passkeys', { passkeyPassword: PASSWORD }),
    );
    await investigator.submit('/admin/account/passkeys/add', {
      credential: JSON.stringify(passkey.create(made)),
    });
    await investigator.open(event);
    const asked = await investigator.submit(`${event}/sign`, { version: '1' });
    const byPasskey = asked.text.slice(asked.text.indexOf('<form class="pages-form" id="passkey"'));
    expect(readPageForm(byPasskey, `${event}/sign`)).toEqual({ credential: [''], version: ['1'] });
    const credential = JSON.stringify(passkey.use(ceremony(asked)));
    const signed = await investigator.submit(`${event}/sign`, { version: '1', credential });
    expect(signed).toMatchObject({ status: 303, location: event });
    expect(await api.query('select proof from signature')).toEqual([{ proof: 'passkey' }]);
    await investigator.open(event);
    const again = await investigator.submit(`${event}/sign`, { version: '1', credential });
    expect(again.status).toBe(422);
  });
});
