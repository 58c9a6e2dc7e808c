import { describe, expect, test } from '@jest/globals';
import * as calls from '@stepwise/shared-contracts/calls/plan.calls';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { doseRowText } from '@stepwise/shared-contracts/plan/dose-row';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';

// Everyone here takes sertraline by schedule 11, whose forms are 61 (50 mg) and 62 (100 mg).
const api = await createTestApi();
type Person = Awaited<ReturnType<typeof api.logIn>>;

const dataOf = async (person: Pick<Person, 'send'>) => (await person.send(allData, undefined)).body;
const eventsOf = (type: string, { participant }: Person) =>
  api.query(
    `select v.before, v.after, e.on_behalf_of as acting_for from audit_event e join audit_values v on v.event_id = e.id
      where e.type = $1 and e.subject = $2 order by e.id`,
    [type, participant.id],
  );

describe('the strengths that a participant has', () => {
  const save = (person: Pick<Person, 'send'>, strengths: number[]) =>
    person.send(calls.saveStrengths, { strengths });

  test('are saved, replaced and logged once for each change, and none is an answer too', async () => {
    const person = await api.logIn();
    expect((await dataOf(person)).strengths).toBeNull();
    for (const strengths of [[62, 61], [61, 62], [61], []]) {
      expect((await save(person, strengths)).status).toBe(204);
      expect((await dataOf(person)).strengths).toEqual([...strengths].sort());
    }
    expect((await eventsOf('strengths.changed', person)).map(({ before, after }) => [before, after])).toEqual(
      [
        [{ strengths: null }, { strengths: ['50 mg tablet', '100 mg tablet'] }],
        [{ strengths: ['50 mg tablet', '100 mg tablet'] }, { strengths: ['50 mg tablet'] }],
        [{ strengths: ['50 mg tablet'] }, { strengths: [] }],
      ],
    );
  });

  test('choose the words on making up a dose', async () => {
    const person = await api.logIn();
    const textFor = async (dose: number) => {
      const { medication, strengths } = await dataOf(person);
      const sertraline = medication.find(({ id }) => id === 6) ?? {};
      return doseRowText(sertraline, { dose, timesperday: 1, strengths: strengths ?? [] });
    };
    await save(person, [61]);
    expect(await textFor(100)).toBe('Take two 50 mg tablets.');
    await save(person, [61, 62]);
    expect(await textFor(100)).toBe('Take one 100 mg tablet.');
    expect(await textFor(15)).toBeNull();
  });

  test('are saved by the team while acting', async () => {
    const person = await api.logIn();
    const team = await logInStaff(api);
    await team.act(person.participant.id);
    await save(team, [61]);
    expect((await dataOf(person)).strengths).toEqual([61]);
    expect(await eventsOf('strengths.changed', person)).toMatchObject([
      { acting_for: person.participant.id },
    ]);
  });

  test('of another medicine are rejected, and nothing changes', async () => {
    const person = await api.logIn();
    await save(person, [61]);
    const { status, json } = await person.request(calls.saveStrengths.path, {
      body: { strengths: [62, 91] },
    });
    expect([status, json.error.issues]).toEqual([
      422,
      [{ path: ['strengths', 1], message: 'This is no form of sertraline.' }],
    ]);
    expect((await dataOf(person)).strengths).toEqual([61]);
    // Once the plan is of venlafaxine, whose form is 91.
    await api.query('update participant set schedule_id = 17 where id = $1', [person.participant.id]);
    await save(person, [91]);
    expect((await eventsOf('strengths.changed', person)).at(-1)).toMatchObject({
      before: { strengths: ['50 mg tablet'] },
      after: { strengths: ['37.5 mg slow-release capsule'] },
    });
  });

  test('need a log-in and a plan, and are of the participant only', async () => {
    const [person, other] = [await api.logIn(), await api.logIn()];
    await save(person, [61]);
    expect((await dataOf(other)).strengths).toBeNull();
    const visitor = await api.visit();
    const body = { strengths: [61] };
    expect((await visitor.request(calls.saveStrengths.path, { body })).status).toBe(401);
    const before = await api.logIn({ stage: 'plan' });
    await expect(save(before, [61])).rejects.toMatchObject({ code: 'not-yet' });
    for (const wrong of [{}, { strengths: ['61'] }, { strengths: 61 }, { strengths: Array(21).fill(61) }])
      expect((await person.request(calls.saveStrengths.path, { body: wrong })).status).toBe(400);
  });
});

describe('what a step needs', () => {
  /** Rows of the team's own plan, with a dose that no form makes. */
  async function withLiquidStep(): Promise<Person> {
    const person = await api.logIn();
    const team = await logInStaff(api);
    await team.act(person.participant.id);
    const customDates = [
      { date: '10/03/2026', dose: '100', note: '' },
      { date: '24/03/2026', dose: '15', note: '' },
      { date: '07/04/2026', dose: '0', note: '' },
    ];
    await team.send(calls.saveMedcustom, { customDates });
    return person;
  }
  const stepOf = async (person: Person) => {
    const step = (await dataOf(person)).prescriptions.find(({ dose }) => dose === 15);
    if (!step) throw new Error('There is no step of 15 mg.');
    return step;
  };

  test('is said of the step that no form makes, and ticked and unticked on the server', async () => {
    const person = await withLiquidStep();
    const { prescriptions } = await dataOf(person);
    expect(prescriptions.map(({ prepare }) => prepare)).toEqual([
      undefined,
      expect.stringMatching(/^Ask your doctor and your pharmacist now/),
      undefined,
    ]);
    const { id } = await stepOf(person);
    for (const prepared of [true, true, false, true]) {
      expect((await person.send(calls.prepareStep, { step: id, prepared })).status).toBe(204);
      expect((await stepOf(person)).prepared).toBe(prepared);
    }
    expect((await eventsOf('step.prepared', person)).map(({ after }) => after)).toEqual(
      [true, false, true].map((prepared) => ({ dose: 15, planned: '2026-03-24', prepared, talked: false })),
    );
  });

  test('stands on the team’s page with its tick, and so do the strengths', async () => {
    const person = await withLiquidStep();
    const { id } = await stepOf(person);
    const plan = async () => {
      const { text } = await (await logInStaff(api)).open(`/admin/participants/${person.participant.id}`);
      const said = text.slice(text.indexOf('id="plan"')).replace(/<[^>]*>/g, ' ');
      return said.replace(/\s+/g, ' ');
    };
    expect(await plan()).toMatch(/Strengths at home: Not said yet .* 15 mg 14 days Planned Not said yet /);
    await person.send(calls.prepareStep, { step: id, prepared: true });
    await person.send(calls.saveStrengths, { strengths: [61] });
    expect(await plan()).toMatch(
      /Strengths at home: 50 mg tablet .* 100 mg 14 days \S+ Nothing to prepare .* 15 mg 14 days Planned Yes /,
    );
  });

  test('is of the participant’s own step, and needs a log-in', async () => {
    const [person, other] = [await withLiquidStep(), await withLiquidStep()];
    const body = { step: (await stepOf(person)).id, prepared: true };
    await expect(other.send(calls.prepareStep, body)).rejects.toMatchObject({ code: 'not-found' });
    expect((await stepOf(person)).prepared).toBe(false);
    const visitor = await api.visit();
    expect((await visitor.request(calls.prepareStep.path, { body })).status).toBe(401);
    for (const wrong of [
      {},
      { step: body.step },
      { step: 'one', prepared: true },
      { ...body, prepared: 'yes' },
    ])
      expect((await person.request(calls.prepareStep.path, { body: wrong })).status).toBe(400);
    const before = await api.logIn({ stage: 'plan' });
    await expect(before.send(calls.prepareStep, body)).rejects.toMatchObject({ code: 'not-yet' });
  });
});
