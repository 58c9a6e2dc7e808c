import type { Page } from '@playwright/test';
import pg from 'pg';
import { logInAsStaff } from '../support/staff.ts';
import { type Figure, median, ratio } from './measure.ts';

const FEW = 100;
const MANY = 10_000;
const RECORDS = 60;
const REQUESTS = 9;
const LIST = '/admin/participants';

/** How much longer the research team's list and a search in it take with ten thousand people than with a hundred. */
export async function measureParticipantList(page: Page, ownerUrl: string): Promise<Figure[]> {
  await logInAsStaff(page, 'researcher');
  const times: { list: number; search: number }[] = [];
  for (const people of [FEW, MANY]) {
    await setPeople(ownerUrl, people);
    await searchFor(page, '');
    const list = await timeList(page);
    await searchFor(page, 'Last 77');
    times.push({ list, search: await timeList(page) });
  }
  const [few, many] = times;
  const grown = (what: 'list' | 'search') => ratio((many?.[what] ?? 0) / (few?.[what] ?? 1));
  const among = `among ${MANY} people, to ${FEW}`;
  return [
    { what: `The team's list ${among}`, measured: grown('list'), allowed: '–' },
    { what: `A search by name ${among}`, measured: grown('search'), allowed: '–' },
  ];
}

async function searchFor(page: Page, text: string): Promise<void> {
  await page.goto(LIST);
  await page.getByRole('searchbox').fill(text);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('table').waitFor();
}

/** The median time of the list's page, in ms. */
async function timeList(page: Page): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < REQUESTS; round++) {
    const began = performance.now();
    const answer = await page.request.get(LIST);
    if (!answer.ok()) throw new Error(`The list answered ${answer.status()}.`);
    times.push(performance.now() - began);
  }
  return median(times);
}

/** So many people on the timeline, each with 60 days of records, in place of those that were made before. */
async function setPeople(ownerUrl: string, people: number): Promise<void> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    await client.query(`delete from participant where email like '%@bench.example'`);
    await client.query(
      `with added as (
         insert into participant (id, first_name, last_name, email, home_step, randomise, created_at)
         select gen_random_uuid(), 'First ' || number, 'Last ' || number, number || '@bench.example', 4, true, now()
         from generate_series(1, $1::int) number returning id)
       insert into daily_record
         (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
       select id, current_date - back, false, true, true, now() - back * interval '1 day', 'Australia/Melbourne',
         current_date - back, now()
       from added, generate_series(1, $2::int) back`,
      [people, RECORDS],
    );
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
