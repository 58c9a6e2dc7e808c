// In one file: each kind of work is on one page.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { askAboutDose } from '@stepwise/shared-contracts/calls/plan.calls';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { leavePlan, stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { STAFF_ROLES } from '../../domain/people/staff/staff.entity.ts';
import { buildAdverseEvent } from '../../testing/build-adverse-event.ts';
import { logInRandomised } from '../../testing/build-randomised.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const TODAY = '/admin';
const DAY_MS = 86_400_000;
const RECORD = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };

const api = await createTestApi();

beforeEach(async () => {
  // A Friday noon in Melbourne.
  api.clock.set('2026-03-13T01:00:00Z');
  await api.removeParticipants('erased_adverse_events');
});

/** The words of one part of the page; empty where it is not there. */
const part = (text: string, id: string): string =>
  new RegExp(`<section[^>]*aria-labelledby="${id}">([\\s\\S]*?)</section>`).exec(text)?.[1] ?? '';

describe('Today', () => {
  test('is the first page of every role, and empty where nothing is to be done', async () => {
    for (const role of STAFF_ROLES) {
      const browser = await logInStaff(api, role);
      const { status, text } = await browser.open(TODAY);
      expect(status).toBe(200);
      expect(text).toContain('<h1>Friday 13 March</h1>');
      expect(text).toContain('Nothing is due.');
      expect(text).not.toContain('(0)');
      expect(text).not.toContain('Overdue');
    }
  });

  test('has what is overdue after a weekend, each with the place where it is done', async () => {
    const person = await logInRandomised(api, 'reduction', { firstName: 'Quilla' });
    const { id } = person.participant;
    const [{ study_id: studyId }] = await api.query('select study_id from participant');
    const { symptoms } = (await person.send(allData, undefined)).body;
    const selfHarm = symptoms.find((each) => each.selfHarm);
    await person.send(saveRecord, { ...RECORD, mood: false, symptoms: [selfHarm?.id ?? 0] });
    await person.send(askAboutDose, { reason: 'too-hard' });
    const author = await logInStaff(api, 'researcher');
    const form = `/admin/participants/${id}/adverse-events`;
    await author.open(form);
    const event = await author.submit(form, {
      ...{ id: randomUUID(), sign: '', description: 'Fell at home.', source: 'call', serious: 'yes' },
      ...{
        criteria: 'hospitalisation',
        severity: 'moderate',
        relatedness: 'possible',
        expectedness: 'unexpected',
      },
      ...{ outcome: 'recovering', action: 'none', onset: '2026-03-12', ended: '' },
      ...{ awareAt: '2026-03-13T10:00', reportedAt: '' },
    });

    const friday = (await author.open(TODAY)).text;
    expect(part(friday, 'due')).toContain('Due today (4)');
    expect(part(friday, 'due')).toContain(`${studyId} · 24 hours end 14/03/2026, 10:00 am`);
    expect(part(friday, 'overdue')).toBe('');
    expect(part(friday, 'waiting')).toContain('Event to be signed by an investigator');
    expect(part(friday, 'new')).toContain('Randomised');

    api.clock.advance(3 * DAY_MS);
    const manager = await logInStaff(api, 'investigator');
    const { text } = await manager.open(TODAY);
    const overdue = part(text, 'overdue');
    expect(text).toContain('<h1>Monday 16 March</h1>');
    expect(overdue).toContain('Overdue (4)');
    expect(overdue).toContain('24 hours ended 14/03/2026, 10:00 am');
    expect(overdue.indexOf('Serious event')).toBeLessThan(overdue.indexOf('Warning sign, self-harm'));
    for (const path of [
      event.location,
      `/admin/warning-signs/people/${id}`,
      `/admin/participants/${id}#dose-questions`,
    ])
      expect(overdue).toContain(`href="${path}"`);
    expect(part(text, 'due')).toContain('One event to sign');
    expect(part(text, 'new')).toContain('New since Friday');
    expect(text).not.toContain('Quilla');

    await manager.open(event.location ?? '');
    await manager.sign(`${event.location}/sign`, { version: '1' });
    const signed = (await manager.open(TODAY)).text;
    expect(part(signed, 'overdue')).toContain('Serious event');
    expect(part(signed, 'due')).toContain('Nothing else.');
  });

  test('says of a warning sign whether it is about self-harm, and not read by the one who looks', async () => {
    const person = await logInRandomised(api, 'reduction');
    const { symptoms } = (await person.send(allData, undefined)).body;
    const plain = symptoms.find(({ redflag, selfHarm }) => redflag && !selfHarm);
    await person.send(saveRecord, { ...RECORD, mood: false, symptoms: [plain?.id ?? 0] });
    const researcher = await logInStaff(api);
    const due = async () => part((await researcher.open(TODAY)).text, 'due');
    expect(await due()).toContain('<strong>Warning sign</strong>');
    expect(await due()).toContain('since 13/03/2026, 12:00 pm · not read');
    await researcher.open(`/admin/warning-signs/people/${person.participant.id}`);
    expect(await due()).toContain('since 13/03/2026, 12:00 pm');
    expect(await due()).not.toContain('not read');
    await person.send(saveRecord, {
      ...{ ...RECORD, mood: false, symptoms: [plain?.id ?? 0] },
      recordedAt: '2026-03-12T01:00:00.000Z',
    });
    expect(part((await researcher.open(TODAY)).text, 'due')).not.toContain('not read');
    const other = await logInStaff(api);
    expect(part((await other.open(TODAY)).text, 'due')).toContain('not read');
  });

  test('calls overdue what has waited for its time, by the clock and the days of the trial', async () => {
    const person = await logInRandomised(api, 'reduction');
    const { id } = person.participant;
    await buildAdverseEvent(api, id, { criteria: '["death"]' });
    await api.query(
      `insert into dose_question (id, participant_id, day, reason, asked_at) values (gen_random_uuid(), $1, '2026-03-13', 'talk', $2)`,
      [id, api.clock.now()],
    );
    // At 11 am, when UTC has the same day until 11 am of the next.
    await api.query(
      `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at)
       values (gen_random_uuid(), $1, '2026-03-13', '2026-03-13', false, '2026-03-13T00:00:00Z', '2026-03-13T00:00:00Z')`,
      [id],
    );
    const overdueAt = async (instant: string) => {
      api.clock.set(instant);
      const { text } = await (await logInStaff(api)).open(TODAY);
      return [...part(text, 'overdue').matchAll(/<strong>([\w ]+)/g)].map(([, title]) => title);
    };
    expect(await overdueAt('2026-03-13T12:59:59Z')).toEqual([]);
    expect(await overdueAt('2026-03-13T13:00:00Z')).toEqual(['Warning sign']);
    const report = 'Serious event';
    expect(await overdueAt('2026-03-14T01:00:00Z')).toEqual(['Warning sign']);
    expect(await overdueAt('2026-03-14T01:00:00.001Z')).toEqual([report, 'Warning sign']);
    await api.query('update adverse_event_version set reported_at = aware_at, ethics_reported_at = aware_at');
    expect(await overdueAt('2026-03-15T01:00:00Z')).toEqual(['Warning sign']);
    expect(await overdueAt('2026-03-15T01:00:00.001Z')).toEqual(['Warning sign', 'Dose question']);
  });

  test('counts as new what came from midnight on of the last working day', async () => {
    // Midnight of Friday in Melbourne.
    const friday = new Date('2026-03-12T13:00:00Z');
    for (const ms of [-1, 0]) {
      const { id } = await api.buildParticipant({ stage: 'questionnaire' });
      await api.query(
        `with text as (insert into consent_text (hash, version, article) values ('t', '1', '{}') on conflict do nothing)
         insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, 't', false, $2)`,
        [id, new Date(friday.getTime() + ms)],
      );
    }
    for (const [instant, counted] of [
      ['2026-03-13T22:00:00Z', 1],
      ['2026-03-15T22:00:00Z', 1],
      ['2026-03-12T22:00:00Z', 2],
    ] as const) {
      api.clock.set(instant);
      const { text } = await (await logInStaff(api)).open(TODAY);
      expect([instant, part(text, 'new')]).toEqual([
        instant,
        expect.stringMatching(new RegExp(`>Consented</a> <span>${counted}<`)),
      ]);
    }
  });

  test.each([
    ['2026-03-14', 'Friday'],
    ['2026-03-15', 'Friday'],
    ['2026-03-16', 'Friday'],
    ['2026-03-17', 'Monday'],
  ])('on %s counts what is new since %s', async (date, day) => {
    const { id } = await api.buildParticipant({ stage: 'questionnaire', awaitsRandomisation: 'team' });
    api.clock.set(`${date}T01:00:00Z`);
    await api.query(
      `with text as (insert into consent_text (hash, version, article) values ('t', '1', '{}') on conflict do nothing)
       insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, 't', false, $2)`,
      [id, api.clock.now()],
    );
    const { text } = await (await logInStaff(api)).open(TODAY);
    expect(part(text, 'new')).toContain(`New since ${day}`);
  });

  test('lists the tasks of each role, and counts those of others', async () => {
    const investigator = await logInStaff(api, 'investigator');
    const { id } = (await logInRandomised(api, 'usual-care')).participant;
    await buildAdverseEvent(api, id, { criteria: '["death"]' });
    await buildAdverseEvent(api, id, { staff: investigator.staff.id });
    await buildAdverseEvent(api, id, { relatedness: '' });
    await api.query(
      `with query as (insert into data_query (id, participant_id, about, day, state, raised_at)
         select gen_random_uuid(), $1, 'record', '2026-03-10', state, now() from unnest(array['open', 'answered', 'answered']) state
         returning id)
       insert into data_query_entry (query_id, at, kind, text)
         select id, $2::timestamptz, 'asked', 'Is it meant?' from query union all (select id, $2, 'answered', 'Yes.' from query limit 2)
         union all select id, $2::timestamptz - interval '30 days', 'answered', 'Long ago.' from query`,
      [id, api.clock.now()],
    );
    // Two consents of one person.
    await api.query(
      `with text as (insert into consent_text (hash, version, article) values ('t', '1', '{}') on conflict do nothing)
       insert into consent (participant_id, text_hash, future_contact, agreed_at) select $1, 't', false, $2::timestamptz from generate_series(1, 2)`,
      [id, api.clock.now()],
    );
    await api.buildParticipant({ stage: 'questionnaire', awaitsRandomisation: 'team' });

    const shownTo = async (browser: Awaited<ReturnType<typeof logInStaff>>) => {
      const { text } = await browser.open(TODAY);
      const titles = (id: string, pattern: RegExp) =>
        [...part(text, id).matchAll(pattern)].map(([, ...words]) => words.join(' '));
      return [
        titles('due', /<strong>([^<]+)/g),
        titles('waiting', />([^<>]+)<\/a> <span>(\d+)</g),
        titles('new', />([^<>]+?)(?:<\/a>)? <span>(\d+)</g),
      ];
    };
    const shown = { investigator: await shownTo(investigator) } as Record<string, string[][]>;
    for (const role of STAFF_ROLES)
      if (role !== 'investigator') shown[role] = await shownTo(await logInStaff(api, role));
    const serious = [
      ...['Serious event, report to the sponsor', 'Serious event, report to the ethics committee'],
      'One event to assess',
    ];
    const queries = ['One query to answer', '2 answered queries to close'];
    const randomise = 'One participant to randomise';
    const toBeSigned = ['Event to be signed by an investigator 2'];
    const since = ['Consented 1', 'Randomised 1', 'Queries answered 2'];
    expect(shown).toEqual({
      researcher: [[...serious, ...queries], toBeSigned, since],
      manager: [[...serious, randomise, ...queries], toBeSigned, since],
      // Not the one that they wrote.
      investigator: [[...serious, 'One event to sign', ...queries], [], since],
      monitor: [
        ['2 answered queries to close'],
        ['Report of a serious event 2', 'Query without an answer 1'],
        since,
      ],
      allocator: [[randomise], [], []],
      'blinded-researcher': [[], [], ['Consented 1', 'Randomised 1']],
      ...{ 'blinded-statistician': [[], [], []], statistician: [[], [], []], 'safety-board': [[], [], []] },
    });
  });

  test('names a follow-up until it is done, alike for both arms and for a blinded researcher', async () => {
    const people = [await logInRandomised(api, 'reduction'), await logInRandomised(api, 'usual-care')];
    const declines = await logInRandomised(api, 'usual-care');
    const [month = 0] = api.content.followUps.months;
    const due = new Date(api.clock.now());
    due.setUTCMonth(due.getUTCMonth() + month);
    api.clock.set(due.toISOString());
    const browser = await logInStaff(api, 'blinded-researcher');
    const tried = (participantId: string, outcome: string) =>
      browser.submit(`/admin/participants/${participantId}/contact-attempts`, {
        ...{ attemptId: randomUUID(), months: `${month}`, channel: 'phone', outcome, attemptNote: '' },
      });
    expect(part((await browser.open(TODAY)).text, 'due')).toContain('Due today (3)');
    await browser.open(`/admin/participants/${declines.participant.id}`);
    await tried(declines.participant.id, 'does-not-want');
    const { text } = await browser.open(TODAY);
    expect(part(text, 'due')).toContain('Due today (2)');
    expect(part(text, 'waiting')).not.toContain('Follow-up asked for again');
    for (const { participant } of people) {
      expect(part(text, 'due')).toContain(`href="/admin/participants/${participant.id}#follow-ups"`);
      await browser.open(`/admin/participants/${participant.id}`);
    }
    const [first] = people;
    expect((await tried(first?.participant.id ?? '', 'will-do-it')).status).toBe(303);
    const after = (await browser.open(TODAY)).text;
    expect(part(after, 'due')).toContain('Due today (1)');
    expect(part(after, 'waiting')).toContain('Follow-up asked for again');
    // A week without an answer, and they are called again; who does not want it is not.
    api.clock.advance(8 * DAY_MS);
    const nextWeek = (await (await logInStaff(api, 'blinded-researcher')).open(TODAY)).text;
    expect(part(nextWeek, 'due')).toContain('Due today (2)');
    expect(part(nextWeek, 'due')).not.toContain(declines.participant.id);
    const calling = await logInStaff(api, 'blinded-researcher');
    await calling.open(`/admin/participants/${first?.participant.id}`);
    const again = { attemptId: randomUUID(), months: `${month}`, channel: 'phone', attemptNote: '' };
    await calling.submit(`/admin/participants/${first?.participant.id}/contact-attempts`, {
      ...{ ...again, outcome: 'will-do-it' },
    });
    expect(part((await calling.open(TODAY)).text, 'due')).toContain('Due today (1)');
    api.clock.advance((api.content.followUps.window.after - 7) * DAY_MS);
    const later = await logInStaff(api);
    expect(part((await later.open(TODAY)).text, 'overdue')).toContain('Overdue (2)');
    const monitor = (await (await logInStaff(api, 'monitor')).open(TODAY)).text;
    expect(part(monitor, 'overdue')).toBe('');
    expect(part(monitor, 'waiting')).toMatch(/Follow-up to ask for<\/a> <span>2</);
  });

  test('names a follow-up from its day to two weeks after its window, and again a week after a call', async () => {
    const { id } = (await logInRandomised(api, 'usual-care')).participant;
    const shownAt = async (instant: string) => {
      api.clock.set(instant);
      const { text } = await (await logInStaff(api)).open(TODAY);
      return ['overdue', 'due', 'waiting'].filter((each) => part(text, each).includes('Follow-up'));
    };
    expect(await shownAt('2026-06-12T01:00:00Z')).toEqual([]);
    expect(await shownAt('2026-06-13T01:00:00Z')).toEqual(['due']);
    await api.query(
      `insert into contact_attempt (id, participant_id, months, channel, outcome, note, staff_id, at)
       values (gen_random_uuid(), $1, 3, 'phone', 'message-left', '', gen_random_uuid(), $2)`,
      [id, api.clock.now()],
    );
    expect(await shownAt('2026-06-20T01:00:00Z')).toEqual(['waiting']);
    expect(await shownAt('2026-06-20T01:00:01Z')).toEqual(['due']);
    expect(await shownAt('2026-08-08T01:00:00Z')).toEqual(['overdue']);
    expect(await shownAt('2026-08-09T01:00:00Z')).toEqual([]);
  });

  test('sorts follow-ups by due date, not by date of randomisation', async () => {
    const early = await logInRandomised(api, 'usual-care');
    api.clock.set('2026-05-25T01:00:00Z');
    const late = await logInRandomised(api, 'usual-care');
    // Early's second follow-up is due on the 13th of September, late's first on the 25th of August.
    api.clock.set('2026-09-14T01:00:00Z');
    const { text } = await (await logInStaff(api)).open(TODAY);
    expect([...part(text, 'due').matchAll(/participants\/([^#"]+)#follow-ups/g)].map(([, id]) => id)).toEqual(
      [late.participant.id, early.participant.id],
    );
  });

  test('omits people who withdrew, and counts as having left the plan only those who stay in the trial', async () => {
    const [asks, stays, leaves] = [
      await logInRandomised(api, 'reduction'),
      await logInRandomised(api, 'reduction'),
      await logInRandomised(api, 'reduction'),
    ];
    await asks.send(askAboutDose, { reason: 'too-hard' });
    await api.query(`update participant set data_consent = 'anonymous' where id = $1`, [asks.participant.id]);
    await stays.send(askAboutDose, { reason: 'too-hard' });
    await api.query('update dose_question set closed_at = now() where participant_id = $1', [
      stays.participant.id,
    ]);
    await stays.send(leavePlan, { reason: 'effort' });
    await leaves.send(stopContact, { reason: 'effort' });
    for (const dataConsent of [null, 'agree'] as const)
      await api.buildParticipant({ stage: 'questionnaire', awaitsRandomisation: 'address', dataConsent });
    const { text } = await (await logInStaff(api, 'manager')).open(TODAY);
    expect(text).not.toContain('#dose-questions');
    expect(text).toMatch(/Left the plan, stays in the follow-up(<\/a>)? <span>1</);
    expect(text).toMatch(/Address not confirmed(<\/a>)? <span>1</);
  });

  test('names to a manager whose plan goes on after the trial, until their part is closed', async () => {
    const person = await logInRandomised(api, 'reduction');
    await logInRandomised(api, 'usual-care');
    await person.send(saveRecord, RECORD);
    const { id } = person.participant;
    const goesOn = 'The trial has ended, the plan goes on';
    api.clock.set('2028-04-24T01:00:00Z');
    const before = await logInStaff(api, 'manager');
    expect((await before.open(TODAY)).text).not.toContain(goesOn);
    api.clock.advance(DAY_MS);
    const manager = await logInStaff(api, 'manager');
    const due = part((await manager.open(TODAY)).text, 'due');
    expect(due.split(goesOn)).toHaveLength(2);
    expect(due).toContain(`href="/admin/participants/${id}/lock"`);
    for (const role of ['blinded-researcher', 'monitor'] as const)
      expect((await (await logInStaff(api, role)).open(TODAY)).text).not.toContain(goesOn);

    await manager.open(`/admin/participants/${id}/lock`);
    await manager.submit(`/admin/participants/${id}/close`, { closure: 'ended' });
    expect((await manager.open(TODAY)).text).not.toContain(goesOn);
    await manager.submit(`/admin/participants/${id}/reopen`);
    expect((await manager.open(TODAY)).text).toContain(goesOn);
  });

  test('names whose plan goes on from the day on which the last follow-up came in, a week before it is due', async () => {
    api.clock.set('2026-03-13T01:00:00Z');
    const { id } = (await logInRandomised(api, 'reduction')).participant;
    api.clock.set('2028-03-06T01:00:00Z');
    const manager = await logInStaff(api, 'manager');
    const goesOn = async () =>
      (await manager.open(TODAY)).text.includes('The trial has ended, the plan goes on');
    expect(await goesOn()).toBe(false);
    await api.query(
      `insert into follow_up_done (participant_id, months, done_on, reported_at, reported_by) values ($1, 24, '2028-03-06', $2, 'team')`,
      [id, api.clock.now()],
    );
    expect(await goesOn()).toBe(true);
  });

  test('lists questions about a dose by when they were asked', async () => {
    const asked = [];
    for (const _person of [1, 2]) {
      const person = await logInRandomised(api, 'reduction');
      await person.send(askAboutDose, { reason: 'too-hard' });
      asked.push(person.participant.id);
    }
    await api.query(
      `update dose_question set asked_at = asked_at - interval '1 hour' where participant_id = $1`,
      [asked[1]],
    );
    const { text } = await (await logInStaff(api)).open(TODAY);
    expect([...text.matchAll(/participants\/([^#"]+)#dose-questions/g)].map(([, id]) => id)).toEqual(
      asked.toReversed(),
    );
  });

  test('has at most seven entries in one row', async () => {
    const manager = await logInStaff(api, 'manager');
    const { text } = await manager.open(TODAY);
    const wide = /<div class="pages-wide">([\s\S]*?)<\/nav><\/div>/.exec(text)?.[1] ?? '';
    const outside = wide.replaceAll(/<div>[\s\S]*?<\/div>/g, '');
    expect(outside.match(/<summary|<a /g)?.length).toBe(7);
    expect(text).toContain('href="/admin" aria-current="page"');
  });

  test('has entries that are named as their pages, each current on its own', async () => {
    const shown: Record<string, string> = {};
    for (const role of ['manager', 'safety-board'] as const) {
      const browser = await logInStaff(api, role);
      const { text } = await browser.open(TODAY);
      const [menu = ''] = text.split('<div class="pages-wide">');
      for (const [, path = '', label = ''] of menu.matchAll(/href="(\/admin\/[^"]+)">([^<]+)<\/a>/g)) {
        const page = (await browser.open(path)).text;
        const [header = ''] = page.split('</header>');
        const current = [...header.matchAll(/href="([^"]*)" aria-current="page">/g)].map(([, each]) => each);
        expect({ path, current: new Set(current) }).toEqual({ path, current: new Set([path]) });
        const isInGroup = role === 'manager' && !['Participants', 'Follow-ups'].includes(label);
        expect([path, header.split('<summary data-here>').length - 1]).toEqual([path, isInGroup ? 1 : 0]);
        shown[label] = /<h1>([^<]*)</.exec(page)?.[1] ?? '';
      }
    }
    const { 'At a glance': trial, ...others } = shown;
    expect(trial).toBe('The trial at a glance');
    expect(Object.keys(others)).toHaveLength(16);
    for (const [label, heading] of Object.entries(others)) expect(heading).toBe(label);
  });

  test('counts everyone with a warning sign behind the first eight', async () => {
    await api.query(
      `with people as (insert into participant (id, first_name, created_at, home_step)
         select gen_random_uuid(), '', $1, 3 from generate_series(1, 20) returning id)
       insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at)
       select gen_random_uuid(), id, '2026-03-13', '2026-03-13', false, $1, $1 from people`,
      [api.clock.now()],
    );
    const { text } = await (await logInStaff(api)).open(TODAY);
    expect(part(text, 'due')).toContain('12 more: people with warning signs');
  });

  test('counts in the menu what waits behind each of its parts', async () => {
    const { id } = (await logInRandomised(api, 'usual-care')).participant;
    for (let count = 0; count < 2; count++) await buildAdverseEvent(api, id);
    await api.query(
      `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at)
       values (gen_random_uuid(), $1, '2026-03-13', '2026-03-13', false, $2, $2)`,
      [id, api.clock.now()],
    );
    await api.buildParticipant({ stage: 'questionnaire', awaitsRandomisation: 'team' });
    const { text } = await (await logInStaff(api, 'manager')).open(TODAY);
    const summaries = [...text.matchAll(/<summary[^>]*>([^<]+)/g)].map(([, words]) => words?.trim());
    expect(summaries).toEqual(['Menu (4)', 'Safety (3)', 'Data', 'Trial (1)', 'More']);
    expect(text).toContain('>Allocation (1)</a>');
  });
});
