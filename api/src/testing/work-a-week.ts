import { askAboutDose } from '@stepwise/shared-contracts/calls/plan.calls';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { STAFF_ROLES, type StaffRole } from '../domain/people/staff/staff.entity.ts';
import { toDatetimeLocal } from '../platform/html/datetime-local.ts';
import type { TestApi } from './create-test-api.ts';
import { buildStaff, openStaffBrowser, type StaffBrowser } from './staff-browser.ts';
import { fillIn, workFromToday } from './work-from-today.ts';

export const WEEK_DAYS = 7;

type Team = Record<StaffRole, StaffBrowser>;

/** What happens on each day of the week beside the trial, and who comes to Today first. */
function happeningsOf(
  api: TestApi,
): readonly { first: StaffRole; happens: (team: Team) => Promise<unknown> }[] {
  const { product } = api.content;
  const today = () => localDate(api.clock.now(), product.timeZone);
  const addPerson = async (monthsAgo = 0) => {
    const person = await api.logIn({ stage: 'timeline' });
    const { id } = person.participant;
    await api.query(
      `insert into allocation (participant_id, stratum, position, arm, drawn_at)
       select $1, 'low', 1000 + count(*), 'reduction', $2::timestamptz - make_interval(months => $3, days => 1) from allocation`,
      [id, api.clock.now(), monthsAgo],
    );
    return Object.assign(person, { path: `/admin/participants/${id}` });
  };
  const hearOfEvent = async (browser: StaffBrowser, fields: Record<string, string>) => {
    const page = `${(await addPerson()).path}/adverse-events`;
    await fillIn(browser, [page, page], {
      ...{ description: 'Fell at home.', source: 'call', severity: 'moderate', outcome: 'recovering' },
      ...{ onset: today(), awareAt: toDatetimeLocal(product.timeZone, api.clock.now()), ...fields },
    });
  };
  return [
    { first: 'researcher', happens: (team) => hearOfEvent(team['blinded-researcher'], { serious: 'no' }) },
    {
      first: 'researcher',
      async happens() {
        const person = await addPerson();
        const { symptoms } = (await person.send(allData, undefined)).body;
        const selfHarm = symptoms.filter((each) => each.selfHarm).map(({ id }) => id);
        const record = { sleep: true, mood: false, active: true, activities: [] };
        await person.send(saveRecord, { ...record, symptoms: selfHarm });
        await person.send(askAboutDose, { reason: 'too-hard' });
      },
    },
    {
      first: 'monitor',
      async happens({ monitor, researcher }) {
        const page = `${(await addPerson()).path}/data-queries`;
        const text = 'Is this day meant?';
        const query = await fillIn(monitor, [page, page], { about: 'record', day: today(), text });
        await fillIn(researcher, [query, `${query}/answer`], { answered: 'It is.' });
      },
    },
    {
      first: 'allocator',
      async happens() {
        const { id } = await api.buildParticipant({ stage: 'questionnaire' });
        await api.query(
          `update participant set awaits_randomisation = 'team', questionnaire_confirmed_at = $2 where id = $1`,
          [id, api.clock.now()],
        );
      },
    },
    { first: 'blinded-researcher', happens: () => addPerson(Math.min(...api.content.followUps.months)) },
    { first: 'manager', happens: () => addPerson(Math.max(...api.content.followUps.months) + 3) },
    {
      first: 'manager',
      happens: ({ researcher }) =>
        hearOfEvent(researcher, {
          ...{ serious: 'yes', criteria: 'hospitalisation', relatedness: 'possible' },
          ...{ expectedness: 'unexpected', action: 'none' },
        }),
    },
  ];
}

/** A member of each role, who on each day of a week do what Today names. */
export async function createWeek(api: TestApi) {
  const staff = await Promise.all(STAFF_ROLES.map((role) => buildStaff(api, role)));
  const team = Object.fromEntries(STAFF_ROLES.map((role) => [role, openStaffBrowser(api)])) as Team;
  const happenings = happeningsOf(api);
  const done = Object.fromEntries(STAFF_ROLES.map((role) => [role, [] as string[]]));
  return {
    /** What each role did, as Today words it without numbers. */
    done,
    /** One day of the week, from 0. In the evening Today is empty for every role; it throws where that is not reached. */
    async work(day: number): Promise<void> {
      const happening = happenings[day];
      if (!happening) throw new Error(`The week has no day ${day}.`);
      for (const [index, role] of STAFF_ROLES.entries())
        await team[role].logIn(staff[index] ?? { email: '' });
      await happening.happens(team);
      const inTurn = [happening.first, ...STAFF_ROLES.filter((role) => role !== happening.first)];
      let isOver = false;
      while (!isOver) {
        isOver = true;
        for (const role of inTurn) {
          const things = await workFromToday(api, team[role]);
          done[role]?.push(...things.map((title) => title.replaceAll(/\d+|One/g, 'N')));
          isOver &&= things.length === 0;
        }
      }
    },
  };
}
