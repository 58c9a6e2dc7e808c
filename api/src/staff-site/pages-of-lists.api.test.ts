import { beforeAll, expect, test } from '@jest/globals';
import { createTestApi } from '../testing/create-test-api.ts';
import { logInStaff } from '../testing/staff-browser.ts';

const PEOPLE = 26;
const api = await createTestApi();

/** Each missed a follow-up, has a data query, an adverse event and a record. */
beforeAll(async () => {
  api.clock.set('2026-08-25T01:00:00Z');
  await api.query(
    `with people as (
       insert into participant (id, first_name, study_id, times_per_day, home_step, created_at, last_record)
       select gen_random_uuid(), 'Ab', 'P' || lpad(n::text, 12, '0'), 1, 4, '2026-03-01', '2026-08-23' from generate_series(1, $1) n
       returning id, substr(study_id, 2)::int as n),
     drawn as (insert into allocation (participant_id, stratum, position, arm, drawn_at)
       select id, 'low', n, 'usual-care', '2026-03-10' from people),
     asked as (insert into data_query (id, participant_id, about, day, state, raised_at)
       select gen_random_uuid(), id, 'record', '2026-03-09', 'answered', '2026-03-10' from people returning id),
     words as (insert into data_query_entry (query_id, at, kind, text)
       select id, '2026-03-10', 'asked', 'Is it meant?' from asked),
     events as (insert into adverse_event (id, participant_id) select gen_random_uuid(), id from people returning id)
     insert into adverse_event_version (event_id, version, staff_id, at, aware_at, criteria, relatedness, description,
       source, severity, expectedness, outcome, action, onset)
     select id, 1, gen_random_uuid(), '2026-03-10', '2026-03-10', '["death"]', 'possible', 'Fall.',
       'call', 'mild', 'expected', 'recovered', 'none', '2026-03-01' from events`,
    [PEOPLE],
  );
});

test.each([
  '/admin/follow-ups?show=missed',
  '/admin/data-queries?state=answered',
  '/admin/adverse-events?only=serious',
  '/admin/missing-days?until=2026-08-24',
])('the further pages of %s are of the same filter', async (list) => {
  const browser = await logInStaff(api);
  const linkOf = (text: string, words: string) =>
    new RegExp(`href="([^"]+)">${words}`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const first = await browser.open(list);
  const next = linkOf(first.text, 'Next page');
  expect(next).toBe(`${list}&page=2`);
  const second = await browser.open(next);
  expect(second.text).toContain('Page 2 of ');
  expect(second.text).not.toContain('Next page');
  const idsOn = (text: string) => [...new Set(text.match(/P0000000000\d\d/g))];
  const ids = [first, second].flatMap(({ text }) => idsOn(text));
  if (!list.includes('adverse-events')) expect(ids).toHaveLength(PEOPLE);
  if (list.includes('missing-days')) expect(ids).toEqual(ids.toSorted());
  expect(linkOf(second.text, 'Previous page')).toBe(`${list}&page=1`);
});
