import { describe, expect, test } from '@jest/globals';
import { answerConsent, consentAgreedTo } from '@stepwise/shared-contracts/calls/consent.calls';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUserAgree, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { rowsOfPage } from '../../../testing/rows-of-page.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import type { Content } from '../../core/content/load-content.ts';
import { verifyAuditLog } from '../../data/audit-log/verify-audit-log.ts';

const OLD = 'a'.repeat(64);
const RECORD = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };
const AGREE = { consentAgree: true, futureContact: false };
const withDemand = (reconsent: NonNullable<Content['consent']['reconsent']>) => ({
  content: (content: Content) => ({
    ...content,
    consent: { ...content.consent, version: 'second', reconsent },
  }),
});
/** From midnight in Melbourne; it is noon there. */
const CHANGED = { from: '2026-03-10', changed: ['We ask one more question.'] };
const required = await createTestApi(withDemand({ demand: 'required', ...CHANGED, recording: 'stops' }));
const inform = await createTestApi(withDemand({ demand: 'inform', ...CHANGED }));

/** A participant who agreed to an earlier text. */
async function join(api: typeof required) {
  const person = await api.logIn();
  const { id } = person.participant;
  await api.query(
    `insert into consent_text (hash, version, article) values ($1, 'first', '{}') on conflict do nothing`,
    [OLD],
  );
  await api.query(
    `insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, $2, false, $3)`,
    [id, OLD, api.clock.now()],
  );
  return Object.assign(person, {
    id,
    asked: async () => (await person.send(allData, undefined)).body.reconsent,
    answer: (body: object) => person.request(answerConsent.path, { body }),
    answers: () =>
      api.query(
        `select a.demand, a.answer, a.answered_at as at, t.version, t.hash from consent_answer a
         join consent_text t on t.hash = a.text_hash where a.participant_id = $1 order by a.id`,
        [id],
      ),
  });
}
const hash = required.content.versions.consent;

test('the form agreed to last is given word for word, to its participant only', async () => {
  const person = await required.logIn();
  await person.send(saveUserAgree, AGREE);
  const first = (await person.send(consentAgreedTo, undefined)).body;
  expect(first).toMatchObject({ hash, version: 'second', sections: required.content.consent.sections });
  await required.query(
    `insert into consent_text (hash, version, article) values ($1, 'older', $2) on conflict do nothing`,
    ['b'.repeat(64), { ...first, version: 'older', hash: 'b'.repeat(64) }],
  );
  await required.query(
    `insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, $2, false, $3)`,
    [person.participant.id, 'b'.repeat(64), required.clock.now()],
  );
  expect((await person.send(consentAgreedTo, undefined)).body.version).toBe('older');
  const other = await required.logIn();
  expect((await other.request(consentAgreedTo.path)).status).toBe(404);
  expect((await (await required.visit()).request(consentAgreedTo.path)).status).toBe(401);
});

describe('a new consent that is required', () => {
  test('is asked for, may be declined, and stops what is recorded from its day until it is given', async () => {
    const person = await join(required);
    expect(await person.asked()).toEqual({
      demand: 'required',
      version: 'second',
      hash,
      changed: CHANGED.changed,
      stopsRecording: true,
    });
    const save = (recordedAt?: string) =>
      person.request(saveRecord.path, { body: { ...RECORD, ...(recordedAt && { recordedAt }) } });
    const rejected = await save();
    expect([rejected.status, rejected.json.error.code]).toEqual([409, 'not-yet']);
    // A minute to midnight, without a network.
    expect((await save('2026-03-09T12:59:00.000Z')).status).toBe(200);
    expect((await save('2026-03-09T13:00:00.000Z')).status).toBe(409);

    expect((await person.answer({ hash, answer: 'declined' })).status).toBe(204);
    expect((await person.asked())?.demand).toBe('required');
    await person.send(saveUserAgree, AGREE);
    expect(await person.asked()).toBeNull();
    expect((await save()).status).toBe(200);
    const at = required.clock.now();
    const text = { demand: 'required', version: 'second', hash, at };
    expect(await person.answers()).toEqual([
      { ...text, answer: 'declined' },
      { ...text, answer: 'agreed' },
    ]);
    const again = await person.answer({ hash, answer: 'declined' });
    expect([again.status, again.json.error.code]).toEqual([409, 'not-yet']);
  });

  test('rejects an answer that is not an option', async () => {
    const person = await join(required);
    expect((await person.answer({ hash, answer: 'informed' })).status).toBe(403);
    expect((await person.answer({ hash: OLD, answer: 'declined' })).status).toBe(403);
    for (const body of [{}, { hash, answer: 'agreed' }, { hash: 'b'.repeat(65), answer: 'declined' }])
      expect((await person.answer(body)).status).toBe(400);
    const visitor = await required.visit();
    expect((await visitor.request(answerConsent.path, { body: { hash, answer: 'declined' } })).status).toBe(
      401,
    );
    const team = await logInStaff(required);
    await team.act(person.id);
    expect((await team.request(answerConsent.path, { body: { hash, answer: 'declined' } })).status).toBe(403);
    expect(await person.answers()).toEqual([]);
  });

  test('participants are counted by the version that they agreed to, and found in the list', async () => {
    const person = await join(required);
    const other = await join(required);
    await other.send(saveUserAgree, AGREE);
    const manager = await logInStaff(required, 'manager');
    const { text } = await manager.open('/admin/content');
    for (const words of ['Consent forms agreed to', 'first', 'second', OLD]) expect(text).toContain(words);
    const counts = async () => {
      const rows = rowsOfPage((await manager.open('/admin/content')).text);
      const forms = rows.filter(([, inForce = '']) => ['Yes', 'No'].includes(inForce));
      return Object.fromEntries(forms.map(([version, , people]) => [version, Number(people)]));
    };
    const before = await counts();
    // One who agreed to another text first, and one who agrees no more.
    const moved = await join(required);
    await required.query(`insert into consent_text (hash, version, article) values ($1, 'earliest', '{}')`, [
      'e'.repeat(64),
    ]);
    await required.query(`update consent set text_hash = $2 where participant_id = $1`, [
      ...[moved.id, 'e'.repeat(64)],
    ]);
    await moved.send(saveUserAgree, AGREE);
    const gone = await join(required);
    await gone.send(saveUserDataConsent, { value: 'agree' });
    expect(await counts()).toEqual({ ...before, second: (before.second ?? 0) + 1, earliest: 0 });
    const find = async (consent: string) => {
      await manager.open('/admin/participants');
      const { location } = await manager.submit('/admin/participants', { search: '', stage: '', consent });
      return (await manager.open(location ?? '')).text;
    };
    const { firstName } = person.participant;
    expect(await find(OLD)).toContain(`${firstName} `);
    for (const each of [other, gone]) expect(await find(OLD)).not.toContain(`${each.participant.firstName} `);
    expect(await find(hash)).not.toContain(`${firstName} `);
    await person.answer({ hash, answer: 'declined' });
    const page = (await manager.open(`/admin/participants/${person.id}`)).text;
    expect(page).toContain('Did not agree to version second');
    await manager.open('/admin/participants');
    await manager.submit('/admin/participants', { search: 'someone else', stage: '' });
    const waiting = '/admin/participants?concern=reconsent&search=';
    expect((await manager.open('/admin')).text).toContain(`href="${waiting.replace('&', '&amp;')}"`);
    const list = (await manager.open(waiting)).text;
    expect(list).toContain(`href="/admin/participants/${person.id}"`);
    expect(list).not.toContain(other.participant.id);
    expect(await verifyAuditLog(required.orm.em.fork())).toMatchObject({ fault: null });
  });
});

test('a version that informs asks once, and stops nothing', async () => {
  const person = await join(inform);
  const other = await join(inform);
  // Of an earlier version.
  await inform.query(
    `insert into consent_answer (participant_id, text_hash, demand, answer, answered_at) values ($1, $2, 'inform', 'informed', $3)`,
    [other.id, OLD, inform.clock.now()],
  );
  const manager = await logInStaff(inform, 'manager');
  const waiting = async () => (await manager.open('/admin/participants?concern=reconsent')).text;
  expect(await waiting()).toContain(person.id);
  expect(await person.asked()).toMatchObject({ demand: 'inform', stopsRecording: false });
  expect((await person.request(saveRecord.path, { body: RECORD })).status).toBe(200);
  expect((await person.answer({ hash, answer: 'declined' })).status).toBe(403);
  expect((await person.answer({ hash, answer: 'informed' })).status).toBe(204);
  expect(await person.asked()).toBeNull();
  expect(await waiting()).not.toContain(person.id);
  const { text } = await manager.open(`/admin/participants/${person.id}`);
  const history = rowsOfPage(text.split('<h2 id="consent-history">')[1]?.split('</section>')[0] ?? '');
  expect(history.map(([, what]) => what)).toEqual(['What', 'Agreed to version first', 'Read version second']);
  expect((await other.asked())?.demand).toBe('inform');
  expect(await inform.eventsOf(person.id, 'consent.')).toEqual([
    { type: 'consent.answered', before: null, after: { version: 'second', hash, answer: 'informed' } },
  ]);
  expect(await person.answers()).toEqual([
    { demand: 'inform', answer: 'informed', version: 'second', hash, at: inform.clock.now() },
  ]);
});

test('participants who agreed to the form in force, or do not take part, are asked nothing', async () => {
  const person = await required.logIn({ stage: 'consent' });
  await person.send(saveUserAgree, AGREE);
  expect((await person.send(allData, undefined)).body.reconsent).toBeNull();
  const visitor = await required.logIn({ stage: 'consent' });
  expect((await visitor.send(allData, undefined)).body.reconsent).toBeNull();
});
