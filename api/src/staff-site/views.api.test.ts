import { expect, test } from '@jest/globals';
import { addActivity, addSymptom, saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveDoctor, saveSupport, saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../testing/create-test-api.ts';
import { openEveryPage } from '../testing/open-every-page.ts';
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
  symptom: 'Seeing my brother Teo',
  activity: 'Tea with Aunt Olive',
  note: 'Rang her sister Wren',
  reason: 'Her cousin Jody asked for it',
  stepNote: 'Agreed with Nurse Ines',
};

/** A participant of the reduction group with everything that its people have. */
async function fullParticipant() {
  const { firstName, lastName, phone, email } = OWN_WORDS;
  const visitor = await api.logIn({ stage: 'consent', firstName, lastName, phone, email });
  const { id } = visitor.participant;
  await visitor.send(saveUserAgree, { consentAgree: true, futureContact: true });
  await visitor.send(saveDoctor, { name: OWN_WORDS.doctor, phone: OWN_WORDS.doctorPhone, email: '' });
  await visitor.send(saveSupport, { name: OWN_WORDS.support, phone: '' });
  const drawnAt = api.clock.now();
  await api.query(
    `update participant set home_step = 4, randomise = true, schedule_id = 11, start_dose = 100,
       questionnaire_confirmed_at = $2, next_step_due = '2026-03-20', strengths = '[1]' where id = $1`,
    [id, drawnAt],
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
     values ($1, '2026-03-10', 100, 11, 'starting', $2, 'participant')`,
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
  await visitor.send(saveRecord, {
    sleep: true,
    mood: false,
    active: true,
    symptoms: [symptom.id, ids[0].id],
    activities: [activity.id],
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
  }
  const done = await allocator.submit(`${LIST}/${id}/allocate`);
  expect(done).toMatchObject({ status: 303, location: '/admin/allocation?done=randomised' });
  const { text } = await allocator.open(done.location ?? '');
  expect(text).toContain('The participant is randomised');
  for (const words of ['Reduction', 'Usual care', studyId]) expect(text).not.toContain(words);
  expect(await allocator.open(`${LIST}/${id}`)).toMatchObject({ status: 403 });
});
