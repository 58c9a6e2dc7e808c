import { describe, expect, test } from '@jest/globals';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveBaseline, saveHomestep, saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import { BASELINE } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { download, readCsv, unzip } from '../../testing/read-export.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const api = await createTestApi({ connections: 10 });
const VENLAFAXINE = { medicine: 109, duration: 504 };
const doseOf = (setupoption: number, mg: number): number =>
  api.content.medicines
    .find((medicine) => medicine.setupoption === setupoption)
    ?.doses.find((dose) => dose.mg === mg)?.id ?? 0;

/** Someone who consented by the real call, and was asked nothing yet. */
async function consented() {
  const visitor = await api.logIn({ stage: 'consent' });
  await visitor.send(saveUserAgree, { consentAgree: true, futureContact: false });
  return visitor;
}
const baselineOf = async (visitor: Awaited<ReturnType<typeof consented>>) =>
  (await visitor.send(allData, undefined)).body.baseline;

describe('the questions before randomisation', () => {
  test('are asked of everyone who consented, in the words of the content, and keep nobody of an earlier release from going on', async () => {
    const visitor = await consented();
    const { body } = await visitor.send(allData, undefined);
    expect(body).toMatchObject({ baseline: null, baselineWords: api.content.setup.baseline });
    // The plan’s own step is not skipped to.
    await expect(visitor.send(saveHomestep, { homestep: 4 })).rejects.toMatchObject({ code: 'not-yet' });
    expect((await visitor.send(saveHomestep, { homestep: 3 })).body.user.homestep).toBe(3);
  });

  test('may be answered again until randomisation, each time with an audit event', async () => {
    const visitor = await consented();
    const other = { ...VENLAFAXINE, dose: doseOf(109, 37.5) };
    await visitor.send(saveBaseline, BASELINE);
    await visitor.send(saveBaseline, other);
    expect(await baselineOf(visitor)).toEqual(other);
    const events = await api.query(
      `select v.before, v.after from audit_event e join audit_values v on v.event_id = e.id
       where e.type = 'baseline.saved' and e.subject = $1 order by e.id`,
      [visitor.participant.id],
    );
    const first = { medicine: 'Sertraline', dose: '100 mg', duration: 'Less than 1 year' };
    expect(events).toEqual([
      { before: null, after: first },
      { before: first, after: { medicine: 'Venlafaxine', dose: '37.5 mg', duration: 'More than 5 years' } },
    ]);
    await visitor.send(saveHomestep, { homestep: 3 });
    await expect(visitor.send(saveBaseline, BASELINE)).rejects.toMatchObject({ code: 'not-yet' });
    expect(await baselineOf(visitor)).toEqual(other);
  });

  test.each([
    ['a dose of another medicine', { ...BASELINE, medicine: 109 }],
    ['a duration that is none', { ...BASELINE, duration: 401 }],
    ['a medicine that is none', { ...BASELINE, medicine: 1 }],
  ])('%s is rejected and changes nothing', async (_, answers) => {
    const visitor = await consented();
    await expect(visitor.send(saveBaseline, answers)).rejects.toMatchObject({ code: 'not-found' });
    expect(await baselineOf(visitor)).toBeNull();
  });

  test('stay as they are while everybody’s data are locked', async () => {
    const visitor = await consented();
    await visitor.send(saveBaseline, BASELINE);
    const before = await baselineOf(visitor);
    await api.query(
      `insert into data_lock (id, locked_by, locked_at, hash) values (gen_random_uuid(), gen_random_uuid(), now(), '')`,
    );
    const saved = visitor.send(saveBaseline, { ...BASELINE, duration: 504 });
    await expect(saved).rejects.toThrow('The data of this participant are locked');
    expect(await baselineOf(visitor)).toEqual(before);
    await api.query('update data_lock set unlocked_at = now()');
  });

  test('nothing is saved without log-in or consent, nor from a body of another shape', async () => {
    await expect(api.stranger().send(saveBaseline, BASELINE)).rejects.toMatchObject({
      code: 'not-logged-in',
    });
    const early = await api.logIn({ stage: 'consent' });
    await expect(early.send(saveBaseline, BASELINE)).rejects.toMatchObject({ code: 'not-yet' });
    const visitor = await consented();
    const { status } = await visitor.request(saveBaseline.path, {
      method: 'POST',
      body: JSON.stringify({ ...BASELINE, dose: 'much' }),
    });
    expect(status).toBe(400);
    expect(await baselineOf(visitor)).toBeNull();
  });

  test('the team sees the answers, blinded or not, and both exports have them', async () => {
    const visitor = await consented();
    await visitor.send(saveBaseline, { ...VENLAFAXINE, dose: doseOf(109, 37.5) });
    for (const role of ['researcher', 'blinded-researcher'] as const) {
      const staff = await logInStaff(api, role);
      const { text } = await staff.open(`/admin/participants/${visitor.participant.id}`);
      expect(text).toContain('Venlafaxine, 37.5 mg, More than 5 years');
    }
    const manager = await logInStaff(api, 'manager');
    const rows = readCsv(unzip((await download(manager, api.origin)).bytes).get('baseline.csv') ?? '');
    expect(rows[0]).toEqual(['study_id', 'medicine_id', 'dose_id', 'dose_mg', 'duration_id', 'baseline_day']);
    expect(rows.map((row) => row.slice(1))).toContainEqual([
      '109',
      String(doseOf(109, 37.5)),
      '37.5',
      '504',
      '0',
    ]);
  });
});
