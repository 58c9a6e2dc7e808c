// In one file: each case is of one page or call of a follow-up.
import { describe, expect, test } from '@jest/globals';
import { followUpDone } from '@stepwise/shared-contracts/calls/follow-up.calls';
import { allData, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { acceptInstants } from '../../../testing/accept-instants.ts';
import { PASSWORD } from '../../../testing/build-participant.ts';
import { logInRandomised } from '../../../testing/build-randomised.ts';
import { createMailingApi } from '../../../testing/create-mailing-api.ts';
import { TEST_SECRET } from '../../../testing/create-test-api.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import { verifyAuditLog } from '../../data/audit-log/verify-audit-log.ts';
import { clockIn } from '../../people/participants/time-zone.ts';
import { findFollowUps, findFollowUpsNearWindow } from './find-follow-ups.ts';
import { sendFollowUpReminders } from './send-follow-up-reminders.job.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Three months after it a follow-up is due, on 10 June; its window is from 3 June to 22 July. */
const RANDOMISED = '2026-03-10T01:00:00Z';
const OPEN = '2026-06-03T01:00:00Z';
/** Ten in the morning in Melbourne. */
const FIRST_REMINDER = '2026-06-10T00:00:00Z';

const api = await createMailingApi({
  connections: 10,
  // Months pass between what a participant does here.
  config: { sessionIdleMs: 900 * DAY_MS, sessionAbsoluteMs: 900 * DAY_MS },
});
// The tests move the clock back.
await api.queryAsOwner(acceptInstants('greatest(given, last)'));
const look = (mailing = api.mailing) =>
  sendFollowUpReminders(api.operation(), { ...mailing, linkSecret: TEST_SECRET });

type Person = Awaited<ReturnType<typeof join>>;

async function join(arm: 'reduction' | 'usual-care' = 'usual-care', at = RANDOMISED) {
  api.clock.set(at);
  const person = await logInRandomised(api, arm);
  const { email, id } = person.participant;
  const [{ study_id: studyId }] = await api.query('select study_id from participant where id = $1', [id]);
  return Object.assign(person, {
    id,
    studyId: studyId as string,
    first: async () => {
      const [first] = (await person.send(allData, undefined)).body.followUps ?? [];
      if (!first) throw new Error('There is no follow-up.');
      return first;
    },
    done: (months: unknown = 3) => person.request(followUpDone.path, { body: { months } }),
    stored: () =>
      api.query(
        'select months, done_on::text as on, reported_by as by, staff_id as staff from follow_up_done where participant_id = $1',
        [id],
      ),
    /** Without the notice of an erasure, which may come at any moment. */
    mail: () =>
      api.mail.received.filter(
        ({ to, subject }) =>
          to?.[0]?.address === email && subject !== api.content.mail.informationErased.subject,
      ),
  });
}

const openLink = async (person: Pick<Person, 'cookies'>, link: string) => {
  const response = await fetch(new URL(link, api.origin), {
    redirect: 'manual',
    headers: { cookie: person.cookies.header() },
  });
  const text = await response.text();
  const [, title] = /<h1>(.*?)<\/h1>/.exec(text) ?? [];
  const [, way, words] = /<p><a href="(.*?)">(.*?)<\/a><\/p>/.exec(text) ?? [];
  return {
    status: response.status,
    location: response.headers.get('location'),
    ...(title && { says: [title, words, way] }),
  };
};
const explained = (status: number, title: string) => ({
  ...{ status, location: null },
  says: [title, 'Go to the start', '/'],
});

describe('a follow-up', () => {
  test.each(['reduction', 'usual-care'] as const)(
    'of the %s arm opens the questionnaire with the study id, and is done once',
    async (arm) => {
      const person = await join(arm);
      expect(await person.first()).toMatchObject({ months: 3, state: 'planned', dueOn: '2026-06-10' });
      const early = await person.done();
      expect([early.status, early.json.error.code]).toEqual([409, 'not-yet']);

      api.clock.set(OPEN);
      const { state, link } = await person.first();
      expect(state).toBe('due');
      expect(await openLink(person, link)).toEqual({
        status: 303,
        location: `https://example.org/follow-up?record=${person.studyId}&months=3`,
      });
      expect((await person.done()).status).toBe(204);
      const twice = await person.done();
      expect([twice.status, twice.json.error.code]).toEqual([403, 'not-allowed']);
      expect(await person.stored()).toEqual([
        { months: 3, on: '2026-06-03', by: 'participant', staff: null },
      ]);
      expect((await person.first()).state).toBe('done');
      const events = await api.query(
        `select type, actor from audit_event where subject = $1 and type like 'follow-up%' order by id`,
        [person.id],
      );
      const actor = `participant:${person.id}`;
      expect(events).toEqual([
        { type: 'follow-up.opened', actor },
        { type: 'follow-up.done', actor },
      ]);
    },
  );

  test('is due, opens and is done by the trial’s own days, which UTC may not have yet', async () => {
    const person = await join('usual-care', '2026-03-09T22:00:00Z');
    expect((await person.first()).dueOn).toBe('2026-06-10');
    api.clock.set('2026-06-02T22:00:00Z');
    expect((await person.done()).status).toBe(204);
    expect(await person.stored()).toMatchObject([{ on: '2026-06-03' }]);
  });

  test('rejects who is not logged in, another’s link, another follow-up and a body without one', async () => {
    const person = await join();
    const other = await join();
    api.clock.set(OPEN);
    const { link } = await person.first();
    expect(await openLink(other, link)).toEqual(explained(404, 'This link is not yours'));
    expect(await openLink(await api.visit(), link)).toMatchObject({ status: 401, location: null });
    expect(await openLink(person, `${link}x`)).toEqual(explained(404, 'This link is not yours'));
    api.clock.set(RANDOMISED);
    expect(await openLink(person, link)).toEqual(explained(409, 'It is not time yet'));
    const stopped = await join();
    api.clock.set(OPEN);
    const { link: stoppedLink } = await stopped.first();
    await stopped.send(stopContact, { reason: 'health' });
    await stopped.send(loginUser, { username: stopped.participant.email ?? '', password: PASSWORD });
    const closed = explained(403, 'This questionnaire is closed');
    expect(await openLink(stopped, stoppedLink)).toEqual(closed);
    // Nor of one whose day was not kept.
    await api.query('delete from stop where participant_id = $1', [stopped.id]);
    expect(await openLink(stopped, stoppedLink)).toEqual(closed);
    expect(await api.eventsOf(stopped.id, 'follow-up.opened')).toEqual([]);
    expect((await (await api.visit()).request(followUpDone.path, { body: { months: 3 } })).status).toBe(401);
    expect((await person.done(4)).status).toBe(404);
    expect((await person.done(6)).status).toBe(409);
    for (const months of ['3', null, 1.5]) expect((await person.done(months)).status).toBe(400);
    const waiting = await api.logIn({ stage: 'questionnaire' });
    expect((await waiting.send(allData, undefined)).body.followUps).toEqual([]);
    expect((await waiting.request(followUpDone.path, { body: { months: 3 } })).status).toBe(404);
    expect([await person.stored(), await other.stored()]).toEqual([[], []]);
  });

  test('done by someone who acts is reported by the team', async () => {
    const person = await join();
    api.clock.set(OPEN);
    const team = await logInStaff(api);
    await team.act(person.id);
    expect((await team.request(followUpDone.path, { body: { months: 3 } })).status).toBe(204);
    expect(await person.stored()).toEqual([
      { months: 3, on: '2026-06-03', by: 'team', staff: team.staff.id },
    ]);
  });

  test('opened by someone who acts is written down as theirs, and each link opens its own questionnaire', async () => {
    const person = await join();
    // Six months after randomisation.
    api.clock.set('2026-09-10T01:00:00Z');
    const { followUps = [] } = (await person.send(allData, undefined)).body;
    const team = await logInStaff(api);
    await team.act(person.id);
    for (const { link, months } of followUps.slice(0, 2))
      expect(await openLink(team, link)).toMatchObject({
        ...{
          status: 303,
          location: `https://example.org/follow-up?record=${person.studyId}&months=${months}`,
        },
      });
    const events = await api.query(
      `select e.actor, e.on_behalf_of as for, v.after from audit_event e join audit_values v on v.event_id = e.id
       where e.subject = $1 and e.type = 'follow-up.opened' order by e.id`,
      [person.id],
    );
    const opened = (months: number) => ({
      ...{ actor: `staff:${team.staff.id}`, for: person.id, after: { months } },
    });
    expect(events).toEqual([opened(3), opened(6)]);
  });

  test('the baseline questionnaire carries the study id, which is not the export’s', async () => {
    const person = await join();
    const { user } = (await person.send(allData, undefined)).body;
    expect(person.studyId).toMatch(/^P[0-9A-F]{12}$/);
    expect(user.redcaplink).toContain(person.studyId);
  });
});

describe('its reminders', () => {
  async function lookEachHour(days: number): Promise<void> {
    for (let hour = 0; hour < days * 24; hour++) {
      await look();
      api.clock.advance(HOUR_MS);
    }
  }

  test('are alike in number, hour and words in both arms, until it is done', async () => {
    const people = [await join('reduction'), await join('usual-care')];
    // Where they are makes no difference.
    await api.query(`update participant set time_zone = 'Europe/London' where id = $1`, [people[0]?.id]);
    const hours: string[][] = [[], []];
    api.clock.set('2026-06-02T13:00:00Z');
    for (let hour = 0; hour < 55 * 24; hour++) {
      const before = people.map((person) => person.mail().length);
      api.clock.advance(HOUR_MS);
      // Around the hour of the messages; the other hours would only take time.
      if (![9, 10, 11].includes(clockIn('Australia/Melbourne', api.clock.now()).hour)) continue;
      await look();
      people.forEach((person, index) => {
        if (person.mail().length > (before[index] ?? 0)) hours[index]?.push(api.clock.now().toISOString());
      });
    }
    expect(hours[0]).toEqual(['2026-06-10', '2026-06-24', '2026-07-08'].map((day) => `${day}T00:00:00.000Z`));
    expect(hours[1]).toEqual(hours[0]);
    const words = people.map((person) =>
      person.mail().map(({ subject, from, text = '', html }) => ({
        subject,
        from,
        text: text.replace(/follow-up\/\S+/, ''),
        html: String(html).replace(/follow-up\/[^"]+/, ''),
      })),
    );
    expect(words[0]).toEqual(words[1]);
    expect((await people[0]?.first())?.state).toBe('missed');
  });

  test('come once each and not after it is done', async () => {
    const person = await join();
    api.clock.set(FIRST_REMINDER);
    await Promise.all([look(), look()]);
    await look();
    expect(person.mail()).toHaveLength(1);
    // Others may see it arrive.
    expect(person.mail()[0]?.text).not.toContain('research team');
    expect((await person.first()).state).toBe('reminded');
    const link = new URL(/https?:\S+/.exec(person.mail()[0]?.text ?? '')?.[0] ?? '').pathname;
    expect((await openLink(person, link)).status).toBe(303);
    await person.done();
    api.clock.advance(14 * DAY_MS);
    await lookEachHour(1);
    expect(person.mail()).toHaveLength(1);
  });

  test('one person’s rejected address holds up no one else’s message', async () => {
    const people = [await join(), await join(), await join()];
    const [first, ...others] = people.sort((a, b) => (a.id < b.id ? -1 : 1));
    api.clock.set(FIRST_REMINDER);
    api.mail.unknown.add(first?.participant.email ?? '');
    await expect(look()).rejects.toMatchObject({ name: 'MessageRejected' });
    api.mail.unknown.clear();
    expect(first?.mail()).toEqual([]);
    for (const other of others) expect(other.mail()).toHaveLength(1);
  });

  test('a message that was not sent is sent again, and after a time without a server only the newest', async () => {
    const person = await join();
    api.clock.set(FIRST_REMINDER);
    await api.mail.stop();
    await expect(look()).rejects.toThrow();
    await api.mail.restart();
    await look();
    expect(person.mail()).toHaveLength(1);
    api.clock.advance(35 * DAY_MS);
    await look();
    await look();
    expect(person.mail()).toHaveLength(2);
    // The next follow-up has messages of its own.
    api.clock.set('2026-09-10T00:00:00Z');
    const { followUps } = (await person.send(allData, undefined)).body;
    expect(followUps?.slice(0, 2).map(({ state }) => state)).toEqual(['missed', 'due']);
    await look();
    expect(person.mail()).toHaveLength(3);
  });

  test.each(['agree', 'anonymous', 'delete'] as const)(
    'none comes after a withdrawal by “%s”',
    async (value) => {
      const person = await join();
      api.clock.set(OPEN);
      await person.send(saveUserDataConsent, { value, currentPassword: PASSWORD });
      api.clock.set(FIRST_REMINDER);
      await look();
      expect(person.mail()).toEqual([]);
    },
  );

  test.each(['2026-08-29', '2026-08-31', '2026-11-30', '2027-02-28'])(
    'are looked for where a window of who was randomised on %s is open, and nowhere else',
    async (day) => {
      const { id } = await join('usual-care', `${day}T13:30:00Z`);
      const opened = async (
        find: (op: ReturnType<typeof api.operation>) => ReturnType<typeof findFollowUps>,
      ) =>
        (await find(api.operation()))
          .filter(({ participant, state }) => participant === id && state === 'due')
          .map(({ months }) => months);
      for (const { months, opensOn, closesOn } of await findFollowUps(api.operation(), id)) {
        for (const edge of [Date.parse(opensOn) - 8 * HOUR_MS, Date.parse(closesOn) + 12 * HOUR_MS]) {
          api.clock.set(new Date(edge).toISOString());
          expect([await opened(findFollowUps), await opened(findFollowUpsNearWindow)]).toEqual([
            [months],
            [months],
          ]);
          api.clock.set(new Date(Date.parse(opensOn) - 30 * DAY_MS).toISOString());
          const nearby = await findFollowUpsNearWindow(api.operation());
          expect(nearby.filter(({ participant }) => participant === id)).toEqual([]);
        }
        // What is done leaves the others to be asked for.
        await api.query(
          `insert into follow_up_done (participant_id, months, done_on, reported_at, reported_by)
           values ($1, $2, $3, now(), 'participant')`,
          [id, months, opensOn],
        );
      }
    },
  );

  test('a reminder does not come where the follow-up is done while it is prepared', async () => {
    const person = await join();
    api.clock.set(FIRST_REMINDER);
    const holder = await api.pool.connect();
    await holder.query('begin');
    await holder.query('lock table follow_up_reminder in exclusive mode');
    const looking = look();
    await api.untilBlocked();
    expect((await person.done()).status).toBe(204);
    await holder.query('commit');
    holder.release();
    await looking;
    expect(person.mail()).toEqual([]);
  });

  test('a withdrawal waits for the message that is being sent, and none follows', async () => {
    const person = await join();
    api.clock.set(FIRST_REMINDER);
    const order: string[] = [];
    let withdrawn: Promise<unknown> | undefined;
    await look({
      ...api.mailing,
      mailer: {
        async send({ to }) {
          if (to !== person.participant.email) return;
          withdrawn = person
            .send(saveUserDataConsent, { value: 'agree' })
            .then(() => order.push('withdrawn'));
          await api.untilBlocked();
          order.push('sent');
        },
      },
    });
    await withdrawn;
    expect(order).toEqual(['sent', 'withdrawn']);
  });
});

test('the audit log is whole', async () => {
  expect(await verifyAuditLog(api.orm.em.fork())).toMatchObject({ fault: null });
});
