import { describe, expect, test } from '@jest/globals';
import { askAboutDose } from '@stepwise/shared-contracts/calls/plan.calls';
import { createTestApi } from '../../testing/create-test-api.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const api = await createTestApi();

const questionsOf = (participant: string) =>
  api.query(
    `select id, closed_at is not null as "isClosed" from dose_question where participant_id = $1 order by asked_at`,
    [participant],
  );

const audited = (participant: string) =>
  api.query(
    `select e.type, e.actor, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.subject = $1 and e.type like 'dose-question.%' order by e.id`,
    [participant],
  );

async function asking() {
  const visitor = await api.logIn();
  await visitor.send(askAboutDose, { reason: 'talk' });
  const { id } = visitor.participant;
  const [question] = await questionsOf(id);
  return { visitor, id, path: `/admin/participants/${id}/dose-questions`, question: String(question.id) };
}

describe('a question about a dose', () => {
  test('is asked again once the one before is closed, and not while it waits', async () => {
    // The 11th in Melbourne.
    api.clock.set('2026-03-10T14:00:00Z');
    const { visitor, id, path, question } = await asking();
    await visitor.send(askAboutDose, { reason: 'talk' });
    expect(await questionsOf(id)).toEqual([{ id: question, isClosed: false }]);
    const browser = await logInStaff(api);
    for (let time = 0; time < 2; time++) {
      await browser.open(`/admin/participants/${id}`);
      expect((await browser.submit(path, { question })).status).toBe(303);
    }
    expect(
      await api.query('select day::text, closed_by as by from dose_question where id = $1', [question]),
    ).toEqual([{ day: '2026-03-11', by: browser.staff.id }]);
    api.clock.advance(60_000);
    await visitor.send(askAboutDose, { reason: 'talk' });
    expect(await questionsOf(id)).toMatchObject([{ id: question, isClosed: true }, { isClosed: false }]);
    const after = { reason: 'talk' };
    expect(await audited(id)).toEqual([
      { type: 'dose-question.asked', actor: `participant:${id}`, after },
      { type: 'dose-question.closed', actor: `staff:${browser.staff.id}`, after },
      { type: 'dose-question.asked', actor: `participant:${id}`, after },
    ]);
  });

  test('is asked beside one for another reason that waits, and each is closed by its own form, the oldest first', async () => {
    const { visitor, id, path, question } = await asking();
    api.clock.advance(60_000);
    await visitor.send(askAboutDose, { reason: 'too-hard' });
    expect((await audited(id)).map(({ after }) => after)).toEqual([
      { reason: 'talk' },
      { reason: 'too-hard' },
    ]);
    expect(await questionsOf(id)).toHaveLength(2);
    await api.query(`update dose_question set day = '2026-03-09' where id = $1`, [question]);
    await asking();
    const browser = await logInStaff(api);
    const page = `/admin/participants/${id}`;
    const shown = async () => (await browser.open(page)).text;
    const asked = (text: string) => text.match(/<strong>[^<]*<\/strong>, asked on [\d/]+/g);
    const talk = '<strong>I need to talk to someone</strong>, asked on 09/03/2026';
    const tooHard = '<strong>This step is too hard</strong>, asked on 11/03/2026';
    const before = await shown();
    expect(asked(before)).toEqual([talk, tooHard]);
    expect((await browser.submit(path, readPageForm(before, path))).status).toBe(303);
    expect(await questionsOf(id)).toMatchObject([{ id: question, isClosed: true }, { isClosed: false }]);
    expect(asked(await shown())).toEqual([tooHard]);
  });

  test('is closed on its own participant’s page, not on another’s', async () => {
    const [one, other] = [await asking(), await asking()];
    const browser = await logInStaff(api);
    await browser.open(`/admin/participants/${other.id}`);
    expect((await browser.submit(other.path, { question: one.question })).status).toBe(404);
    expect(await questionsOf(one.id)).toEqual([{ id: one.question, isClosed: false }]);
  });
});
