import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import { createClient } from '@stepwise/shared-contracts/client/client';
import { buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import { loadContent } from '../../domain/core/content/load-content.ts';
import { presentSite } from '../../domain/core/content/present-content.ts';
import { renderUnreachablePage, UNREACHABLE_FILE, writeUnreachablePage } from './unreachable-page.ts';

const root = join(import.meta.dirname, '../../../..');
const site = presentSite(loadContent(join(root, 'api/content')));
const gateway = readFileSync(join(root, 'api/gateway/nginx.conf'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'gateway-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the page for when no replica answers has each number of the content to call, and nothing of another content', () => {
  const page = renderUnreachablePage(site);
  for (const { number, tel, name } of [site.emergency, site.counselling]) {
    expect(page).toContain(`href="${tel}">Call ${number}</a>`);
    expect(page).toContain(name);
  }
  expect(page).toContain(site.researchTeam.phone);
  expect(page).toContain(`${site.productName} cannot be reached just now`);
  const changed = { ...site, counselling: { ...site.counselling, number: '99 99 99', tel: 'tel:999999' } };
  expect(renderUnreachablePage(changed)).toContain('href="tel:999999">Call 99 99 99</a>');
  expect(renderUnreachablePage(changed)).not.toContain(site.counselling.number);
  // The gateway holds none of it.
  expect(gateway).not.toContain(site.counselling.number);
  expect(gateway).not.toContain(site.productName);
});

test('the page for when no replica answers needs nothing else, runs nothing, and its policy names its style', () => {
  const page = renderUnreachablePage(site);
  expect(page).not.toMatch(/<script|<link|<img|url\(|@import|@font-face|unsafe/);
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
  expect(page).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(style).toContain('prefers-color-scheme: dark');
  expect(style).toContain('@media print');
});

test('the page for when no replica answers is written whole into its folder, and a server without such a folder says so and goes on', async () => {
  const logged: unknown[] = [];
  const log = { error: (...fault: unknown[]) => void logged.push(fault[1]) };
  await writeUnreachablePage(folder, buildSiteContent(), log);
  await writeUnreachablePage(folder, site, log);
  expect(readdirSync(folder)).toEqual([UNREACHABLE_FILE]);
  expect(readFileSync(join(folder, UNREACHABLE_FILE), 'utf8')).toBe(renderUnreachablePage(site));
  expect(logged).toEqual([]);
  await writeUnreachablePage(join(folder, 'none'), site, log);
  expect(existsSync(join(folder, 'none'))).toBe(false);
  expect(logged).toEqual(['the page for when no replica answers could not be written']);
});

test('the client tries again after the gateway’s own answer to a call', async () => {
  const [, status, body = ''] = /return (\d+) '(\{"error".*\})';/.exec(gateway) ?? [];
  const client = createClient({
    fetch: async () => new Response(body.replace('$request_id', 'f'.repeat(32)), { status: Number(status) }),
    csrfToken: () => '',
    timeZone: () => 'UTC',
  });
  const rejection = client.send(surveyData, undefined);
  await expect(rejection).rejects.toMatchObject({ code: 'unavailable', status: 503, isTransient: true });
  expect(gateway).toContain(`/${UNREACHABLE_FILE};`);
});
