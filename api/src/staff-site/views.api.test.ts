import { expect, test } from '@jest/globals';
import { addActivity, addSymptom, saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveDoctor, saveSupport, saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import { buildAdverseEvent } from '../testing/build-adverse-event.ts';
import { createTestApi } from '../testing/create-test-api.ts';
import { openEveryPage } from '../testing/open-every-page.ts';
import { rowsOfPage } from '../testing/rows-of-page.ts';
import { logInStaff, type StaffBrowser } from '../testing/staff-browser.ts';

const LIST = '/admin/participants';
const AUDIT_LOG = '/admin/audit';
const api = await createTestApi();

const search = async (browser: StaffBrowser, fields: Record<string, string>) => {
  await browser.open(LIST);
  const { status } = await browser.submit(LIST, { search: '', stage: '', ...fields });
  return `${status} ${(await browser.open(LIST)).text}`;
};

const OWN_WORDS = {
  firstName: 'Quilla',
  lastName: 'Marsh',
  phone: '0491570006',
  email: 'quilla.marsh@example.org',
  doctor: 'Dr Okonkwo',
  doctorPhone: '0355500099',
  support: 'Bruno Lind',
  supportPhone: '0355500088',
  symptom: 'Seeing my brother Teo',
  activity: 'Tea with Aunt Olive',
  note: 'Rang her sister Wren',
  reason: 'Her cousin Jody asked for it',
  stepNote: 'Agreed with Nurse Ines',
};

/** A participant of the reduction group with everything that its people have. */
async function fullParticipant() {
  // The 10th in Melbourne, when it is the 9th in UTC.
  api.clock.set('2026-03-09T22:00:00Z');
  const { firstName, lastName, phone, email } = OWN_WORDS;
  const visitor = await api.logIn({ stage: 'consent', firstName, lastName, phone, email });
  const { id } = visitor.participant;
  await visitor.send(saveUserAgree, { consentAgree: true, futureContact: true });
  await visitor.send(saveDoctor, { name: OWN_WORDS.doctor, phone: OWN_WORDS.doctorPhone, email: '' });
  await visitor.send(saveSupport, { name: OWN_WORDS.support, phone: OWN_WORDS.supportPhone });
  const drawnAt = api.clock.now();
  await api.query(
    `update participant set home_step = 4, randomise = true, schedule_id = 11, start_dose = 100,
       created_at = '2026-03-05T22:00:00Z', questionnaire_confirmed_at = '2026-03-08T22:00:00Z', next_step_due = '2026-03-20', strengths = '[1]' where id = $1`,
    [id],
  );
  await api.query(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', 99, 'reduction', $2)`,
    [id, drawnAt],
  );
  await api.query(
    `insert into prescription (participant_id, date, planned, dose, days, note, current)
     select $1, d, d, dose, 14, $2, dose = 100 from (values (date '2026-03-10', 100), (date '2026-03-24', 50)) s (d, dose)`,
    [id, OWN_WORDS.stepNote],
  );
  await api.query(
    `insert into dose_report (participant_id, day, dose, schedule_id, kind, reported_at, reported_by)
     values ($1, '2026-03-09', 75, 11, 'other', $2, 'team'), ($1, '2026-03-10', 100, 11, 'starting', $2, 'participant')`,
    [id, drawnAt],
  );
  await api.query(
    `insert into dose_question (id, participant_id, day, reason, asked_at) values (gen_random_uuid(), $1, '2026-03-10', 'talk', $2)`,
    [id, drawnAt],
  );
  const { body: symptom } = await visitor.send(addSymptom, {
    symptom: { text: OWN_WORDS.symptom, category: 'mood' },
  });
  const { body: activity } = await visitor.send(addActivity, { activity: { text: OWN_WORDS.activity } });
  const ids = await api.query('select id from symptom where participant_id = $1 and redflag order by id', [
    id,
  ]);
  const [walk] = await api.query('select id from activity where participant_id = $1 order by id', [id]);
  await visitor.send(saveRecord, {
    sleep: true,
    mood: false,
    active: true,
    symptoms: [symptom.id, ids[0].id],
    activities: [activity.id, walk.id],
  });
  const researcher = await logInStaff(api);
  await researcher.open(`${LIST}/${id}`);
  await researcher.submit(`${LIST}/${id}/notes`, {
    id: '0190d7c8-aaaa-7bbb-8ccc-ddddeeeeffff',
    note: OWN_WORDS.note,
  });
  await researcher.act(id, OWN_WORDS.reason);
  await api.query(
    `insert into stop (participant_id, degree, reason, stopped_on, stopped_at, carried_out_by)
     select $1, 'plan', 'none-given', '2026-03-10', $2, 'team'`,
    [id, drawnAt],
  );
  await api.query(`update participant set left_plan_on = '2026-03-10' where id = $1`, [id]);
  return visitor.participant;
}

/** The parts of a participant's page in their order, and which of them are open. */
const partsOf = (text: string): string[] =>
  [...text.matchAll(/<details class="pages-section"( open)?><summary>([^<]*)/g)].map(
    ([, isOpen, name]) => `${name}${isOpen ? ', open' : ''}`,
  );

test('what each viewer sees of one participant', async () => {
  const { id } = await fullParticipant();
  const [{ study_id: studyId }] = await api.query('select study_id from participant where id = $1', [id]);

  // A monitor reads everything but names and what was written freely.
  const monitor = await logInStaff(api, 'monitor');
  const pages = await openEveryPage(monitor, 'monitor', id);
  await monitor.open(AUDIT_LOG);
  await monitor.submit(AUDIT_LOG, { type: '', actor: '', about: studyId, from: '', to: '' });
  pages.set('audit log of the participant', (await monitor.open(AUDIT_LOG)).text);
  pages.set('its CSV', (await monitor.submit(`${AUDIT_LOG}/export-search`)).text);
  pages.set('a search', await search(monitor, { search: studyId }));
  for (const [page, text] of pages)
    for (const words of Object.values(OWN_WORDS))
      expect({ page, words, isShown: text.includes(words) }).toEqual({ page, words, isShown: false });
  for (const page of [LIST, `${LIST}/:id`, 'audit log of the participant', 'its CSV', 'a search'])
    expect({ page, text: pages.get(page) }).toEqual({ page, text: expect.stringContaining(studyId) });
  const page = pages.get(`${LIST}/:id`) ?? '';
  for (const words of [
    'Reduction',
    'Steps of the plan',
    'Own item',
    'Records by day',
    'Days with warning signs',
    api.content.tracker.activities[0]?.text,
  ])
    expect(page).toContain(words);
  expect(page).not.toMatch(/<form class="[^"]*" method="post"/);
  for (const words of [OWN_WORDS.firstName, OWN_WORDS.email, OWN_WORDS.phone])
    expect(await search(monitor, { search: words })).toContain('No participant matches.');
  await monitor.open(AUDIT_LOG);
  await monitor.submit(AUDIT_LOG, { type: '', actor: '', about: OWN_WORDS.email, from: '', to: '' });
  expect((await monitor.open(AUDIT_LOG)).text).toContain('No event matches.');

  // The same searches find them for those who see names.
  const researcher = await logInStaff(api);
  for (const words of [OWN_WORDS.firstName, OWN_WORDS.email, '+61 491 570 006', studyId.toLowerCase()])
    expect(await search(researcher, { search: words })).toContain(`${LIST}/${id}`);

  const seen = (await researcher.open(`${LIST}/${id}`)).text;
  expect(rowsOfPage(seen.split('<nav class="pages-turn"')[0] ?? '')).toEqual([
    ['Phone', OWN_WORDS.phone],
    ['Dose now', '100 mg a day'],
    ['Doctor or nurse', `${OWN_WORDS.doctor}${OWN_WORDS.doctorPhone}`],
    ['Support person', `${OWN_WORDS.support}${OWN_WORDS.supportPhone}`],
    ['Email', OWN_WORDS.email],
    ['Their time', '10/03/2026, 9:00 am'],
    ['May be contacted later', 'Yes'],
    ['Study id', studyId],
    ['Account made', '06/03/2026'],
    ['Survey', 'Done, eligible'],
    ['Consent', `Version ${api.content.consent.version}, agreed on 10/03/2026`],
    ['Medicine before randomisation', 'Not answered'],
    ['Questionnaire', 'Confirmed on 09/03/2026'],
    ['Days recorded of days due', '1 of 1'],
    ['Group', 'Reduction'],
    ['Randomised', '10/03/2026, 9:00 am'],
  ]);
  const plan = seen.split('<h2 id="plan">')[1]?.split('</section>')[0] ?? '';
  expect(rowsOfPage(plan).filter(([from]) => from !== 'From')).toEqual([
    ['10/03/2026', '100 mg', '14 days', 'Taken', 'Nothing to prepare', OWN_WORDS.stepNote],
    ['24/03/2026', '50 mg', '14 days', 'Planned', 'Nothing to prepare', OWN_WORDS.stepNote],
    ['09/03/2026', '75 mg', 'The team'],
    ['10/03/2026', '100 mg', 'The participant, in the setup'],
  ]);
  const waiting = ['Warning signs, open', 'Questions about a dose, open', 'Data queries, open'];
  const ofArm = ['Follow-ups', 'Adverse events', 'Plan', 'Last records', 'Values and corrections'];
  const forms = ['Notes', 'Act for them', 'Change the contact details', 'Questionnaire link'];
  const ofTeam = [...waiting, ...ofArm, ...forms, 'Consent', 'Who acted for them'];
  const parts = {
    researcher: [...ofTeam, 'Stopping'],
    manager: [...ofTeam, 'One day as they saw it', 'Stopping'],
    investigator: [...ofTeam, 'Stopping'],
    monitor: [
      ...['Warning signs, open', 'Data queries, open', ...ofArm],
      ...['Consent', 'One day as they saw it', 'Stopping'],
    ],
    'blinded-researcher': ['Follow-ups', 'Adverse events', 'Values and corrections', 'Consent'],
  } as const;
  const opened = async (role: keyof typeof parts) =>
    (await (await logInStaff(api, role)).open(`${LIST}/${id}`)).text;
  for (const role of Object.keys(parts) as (keyof typeof parts)[])
    expect([role, partsOf(await opened(role))]).toEqual([role, parts[role]]);
  // What is settled is closed.
  await api.query(`update warning_sign set closed_at = $2 where participant_id = $1`, [id, api.clock.now()]);
  await api.query(`update data_query set state = 'closed' where participant_id = $1`, [id]);
  expect(partsOf(await opened('monitor')).filter((part) => part.endsWith('open'))).toEqual([]);

  // A blinded researcher sees what both groups have; blinding.api.test.ts compares the groups.
  const blinded = await logInStaff(api, 'blinded-researcher');
  const own = (await blinded.open(`${LIST}/${id}`)).text;
  for (const words of [OWN_WORDS.firstName, OWN_WORDS.phone, 'In an emergency only', 'Randomised', 'Consent'])
    expect(own).toContain(words);
  for (const words of [
    OWN_WORDS.doctor,
    OWN_WORDS.support,
    'Reduction',
    'Usual care',
    'Steps of the plan',
    'Records',
    'Warning',
    'Act for',
  ])
    expect(own).not.toContain(words);
  expect(
    await blinded.post(`${LIST}/${id}/act`, { csrfToken: blinded.cookies.get('csrftoken') ?? '' }),
  ).toMatchObject({ status: 403 });
});

test('an allocator randomises by study id and sees nothing more', async () => {
  const { id } = await api.buildParticipant({
    stage: 'questionnaire',
    firstName: 'Zephyrine',
    questionnaireConfirmedAt: api.clock.now(),
    awaitsRandomisation: 'team',
  });
  await api.query('update participant set home_step = 3 where id = $1', [id]);
  const [{ study_id: studyId }] = await api.query('select study_id from participant where id = $1', [id]);
  const allocator = await logInStaff(api, 'allocator');
  expect((await allocator.open('/admin')).text).toContain('One participant to randomise');
  for (const path of ['/admin/allocation', `${LIST}/${id}/allocate`]) {
    const { text } = await allocator.open(path);
    expect(text).toContain(studyId);
    expect(text).not.toContain('Zephyrine');
    expect(text).not.toContain(`href="${LIST}/${id}"`);
    expect(text).toContain(
      path === '/admin/allocation' ? '1 participant waits' : `href="/admin/allocation">Not now`,
    );
  }
  const done = await allocator.submit(`${LIST}/${id}/allocate`);
  expect(done).toMatchObject({ status: 303, location: '/admin/allocation?done=randomised' });
  const { text } = await allocator.open(done.location ?? '');
  expect(text).toContain('The participant is randomised');
  for (const words of ['Reduction', 'Usual care', studyId]) expect(text).not.toContain(words);
  expect(await allocator.open(`${LIST}/${id}`)).toMatchObject({ status: 403 });
});

test('each page about a participant is in the audit log as a look at them', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const event = `/admin/adverse-events/${await buildAdverseEvent(api, id)}`;
  const [{ id: query }] = await api.query(
    `with raised as (insert into data_query (id, participant_id, about, day, state, raised_at)
       values (gen_random_uuid(), $1, 'record', '2026-03-09', 'open', $2) returning id)
     insert into data_query_entry (query_id, at, kind, text) select id, $2, 'asked', 'Is it meant?' from raised
     returning query_id as id`,
    [id, api.clock.now()],
  );
  const [report] = await api.query('select id::text from dose_report where participant_id = $1', [id]);
  const dose = new URLSearchParams({ kind: 'dose-report', target: report.id, field: 'dose' });
  const pages = [
    ...['', '/day/2026-03-10', '/adverse-events', '/data-queries', '/values', `/values/correct?${dose}`],
    ...['/lock', '/leave-plan'],
  ].map((page) => `${LIST}/${id}${page}`);
  pages.push(...['', '/cioms', '/change', '/void'].map((page) => `${event}${page}`));
  pages.push(`/admin/data-queries/${query}`, `/admin/warning-signs/people/${id}`);
  for (const page of pages) {
    const manager = await logInStaff(api, 'manager');
    const { status } = await manager.open(page);
    const views = await api.query(
      `select subject from audit_event where type = 'participant.viewed' and actor = $1`,
      [`staff:${manager.staff.id}`],
    );
    expect({ page, status, views }).toEqual({ page, status: 200, views: [{ subject: id }] });
  }
});
