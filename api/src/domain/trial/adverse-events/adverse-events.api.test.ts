import { expect, test } from '@jest/globals';
import { buildAdverseEvent } from '../../../testing/build-adverse-event.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { adverseEventSchema } from './adverse-event.schema.ts';
import { countErasedAdverseEvents } from './erase-adverse-events.ts';
import { findAdverseEvents } from './find-adverse-events.ts';
import { findOpenReports } from './send-safety-notices.ts';

const api = await createTestApi();
const HOSPITAL = {
  ...{ description: 'Fell at home.', source: 'call', serious: 'yes', criteria: ['hospitalisation'] },
  ...{ severity: 'moderate', relatedness: 'possible', expectedness: 'unexpected', outcome: 'recovering' },
  ...{ action: 'none', onset: '2026-03-08', ended: '', awareAt: '2026-03-10T10:00', reportedAt: '' },
  term: 'Fall',
};

test.each([
  ['a description', { description: 'x'.repeat(2001) }, 'description'],
  ['a term', { term: 'x'.repeat(201) }, 'term'],
  ['a code', { termCode: 'x'.repeat(21) }, 'termCode'],
  ['a list of other medicines', { concomitant: 'x'.repeat(1001) }, 'concomitant'],
  ['a death by no criterion', { outcome: 'fatal' }, 'outcome'],
])('%s that cannot be is rejected at its field', (_, given, field) => {
  const schema = adverseEventSchema(api.content, api.clock.now(), { isBlinded: false });
  expect(schema.safeParse(HOSPITAL).error).toBeUndefined();
  const issues = schema.safeParse({ ...HOSPITAL, ...given }).error?.issues;
  expect(issues?.map(({ path }) => path)).toEqual([[field]]);
});

test('an event waits for a report to the ethics committee only where the trial makes one', async () => {
  const { id } = await api.buildParticipant();
  const event = await buildAdverseEvent(api, id, { criteria: '["hospitalisation"]' });
  await api.query('update adverse_event_version set reported_at = aware_at');
  const waiting = async (ethicsWithinHours: number | null) => {
    const content = { ...api.content, safety: { ...api.content.safety, ethicsWithinHours } };
    const { events } = await findAdverseEvents({ db: api.orm.em.fork(), content }, 'unreported', 1);
    return events.map((each) => each.id);
  };
  expect([await waiting(72), await waiting(null)]).toEqual([[event], []]);
});

test('a void event of a participant who is deleted is not counted', async () => {
  const { id } = await api.buildParticipant();
  await buildAdverseEvent(api, id);
  const twice = await buildAdverseEvent(api, id);
  await api.query(
    `update adverse_event set voided_at = now(), voided_by = gen_random_uuid(), void_reason = 'duplicate' where id = $1`,
    [twice],
  );
  await countErasedAdverseEvents(api.orm.em.fork(), id);
  expect(await api.query('select arm, serious, count from erased_adverse_events')).toEqual([
    { arm: 'none', serious: false, count: 1 },
  ]);
});

test('of reports that are open the first due is first, whichever event it is of', async () => {
  await api.removeParticipants();
  const { id } = await api.buildParticipant();
  const recorded = async (hours: number) =>
    buildAdverseEvent(api, id, {
      criteria: '["hospitalisation"]',
      at: new Date(api.clock.now().getTime() + hours * 3_600_000),
    });
  const [first, second] = [await recorded(0), await recorded(1)];
  const reports = await findOpenReports({ db: api.orm.em.fork(), content: api.content });
  expect(reports.map((report) => [report.id, report.to])).toEqual([
    [first, 'sponsor'],
    [second, 'sponsor'],
    [first, 'ethics'],
    [second, 'ethics'],
  ]);
});
