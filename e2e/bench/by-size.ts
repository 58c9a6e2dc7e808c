import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { databaseIn } from '../support/database.ts';
import { logInAsStaff } from '../support/staff.ts';
import { measureLatency } from './all-data.ts';
import type { Figure } from './measure.ts';
import { measureParticipantList, measureToday } from './participant-list.ts';
import { addParticipants } from './participants.ts';
import type { Server } from './server.ts';
import { measureTeamLists } from './team-lists.ts';
import { allDataOf, openTimeline } from './visitor.ts';

const FEW = 100;
const OF_A_TEAM = 2_000;
const MANY = 10_000;
const VERY_MANY = 100_000;

type StartApi = (settings: Record<string, string>) => Promise<Server>;

/** Latency by number of participants. Each size has its own server and database, so that they are asked in turn. */
export async function measureBySize(browser: Browser, startApi: StartApi, work: string): Promise<Figure[]> {
  const startAmong = async (
    count: number,
    perTracker: number,
    team?: 'waiting' | 'followed',
  ): Promise<Server> => {
    const dataDir = join(work, `among-${count}-${team ?? ''}`);
    const server = await startApi({ DATA_DIR: dataDir });
    const database = await databaseIn(dataDir);
    await addParticipants(database.ownerUrl, { count, perTracker, ...(team && { team }) });
    await database.stop();
    return server;
  };
  const few = await startAmong(FEW, 1);
  const many = await startAmong(MANY, 1);
  const list = await measureParticipantList(
    await openTeam(browser, many.url),
    await openTeam(browser, few.url),
    `among ${MANY} people, to ${FEW}`,
  );
  await many.stop();
  const followed = await startAmong(OF_A_TEAM, 1, 'followed');
  const today = await measureToday(
    await openTeam(browser, followed.url, 'manager'),
    `among ${OF_A_TEAM} people`,
  );
  await followed.stop();
  const waiting = await startAmong(OF_A_TEAM, 1, 'waiting');
  const lists = await measureTeamLists(
    await openTeam(browser, waiting.url, 'manager'),
    await openTeam(browser, few.url, 'manager'),
    `among ${OF_A_TEAM} people and ${OF_A_TEAM} days that wait, to ${FEW} people`,
  );
  await waiting.stop();
  const veryMany = await startAmong(VERY_MANY, 10);
  const latency = await measureLatency(
    await allDataOf(await openTimeline(browser, veryMany.url)),
    await allDataOf(await openTimeline(browser, few.url)),
    `among ${VERY_MANY} people, to ${FEW}`,
  );
  return [latency, ...list, today, ...lists];
}

async function openTeam(
  browser: Browser,
  url: string,
  role: 'researcher' | 'manager' = 'researcher',
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await logInAsStaff(page, role);
  return page;
}
