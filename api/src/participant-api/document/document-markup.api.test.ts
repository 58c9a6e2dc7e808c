import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { privacyStatement } from '@stepwise/shared-contracts/calls/content.calls';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData, surveySaveOption } from '@stepwise/shared-contracts/calls/survey.calls';
import { surveySchema } from '@stepwise/shared-contracts/entities/survey';
import { type BootData, bootDataSchema } from '@stepwise/shared-contracts/federation/boot-data';
import { SERVER_FILE, WITHOUT_SCRIPT } from '@stepwise/shared-contracts/federation/names';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import type { BuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import { presentSurveyQuestions } from '../../domain/content/present-content.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { buildRelease, putLive } from '../../testing/releases.ts';

/** A renderer whose markup is the survey's answers, so that it shows whose page it made. */
let inputs: string[] = [];
const renderer = createServer(async (request, response) => {
  if (request.method === 'PUT') {
    await text(request);
    return response.end('{}');
  }
  const { input } = (await json(request)) as { input: string };
  inputs.push(input);
  const { address, boot } = JSON.parse(input);
  const { answers } = boot.answers[surveyData.path].body;
  response.end(JSON.stringify({ markup: `<main>${address} ${JSON.stringify(answers)}</main>` }));
});
await new Promise<void>((resolve) => renderer.listen(0, '127.0.0.1', resolve));
afterAll(() => void renderer.close());
const url = `http://127.0.0.1:${(renderer.address() as AddressInfo).port}`;
const api = await createTestApi({ renderer: { url: async () => url, replace: () => {} } });

function withServerBuild(built: BuiltRelease): BuiltRelease {
  const script = Buffer.from('module.exports = {}');
  built.release.extras.assets.push({
    path: SERVER_FILE,
    integrity: integrityOf(script),
    bytes: script.length,
  });
  return { ...built, files: new Map([...built.files, [SERVER_FILE, script]]) };
}
await putLive(api, withServerBuild(buildRelease(SHELL, '1.0.0')));

beforeEach(() => {
  inputs = [];
});

async function open(visitor: Visitor, path: string) {
  const response = await fetch(api.origin + path, { headers: { cookie: visitor.cookies.header() } });
  visitor.cookies.keep(response.headers);
  const html = await response.text();
  const boot = bootDataSchema.parse(JSON.parse(/id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? ''));
  const markup = /<div id="app" data-server-markup>(.*?)<\/div>/.exec(html)?.[1];
  return { html, boot, markup, headers: response.headers };
}
const answersOf = ({ answers }: BootData): (number | null)[] =>
  surveySchema.parse(answers?.[surveyData.path]?.body).answers;

test('a visitor’s document holds the page, and what it asks the API as it begins', async () => {
  const { boot, markup, html, headers } = await open(api.stranger(), '/about');
  expect(markup).toMatch(/^<main>\/about \[null/);
  expect(boot.answers?.[loginCheck.path]).toEqual({ status: 200, headers: {}, body: { loggedIn: false } });
  expect(boot.answers?.[privacyStatement.path]?.body).toMatchObject({ sections: expect.any(Array) });
  expect(headers.get('cache-control')).toBe('no-store');
  const policy = headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  expect(policy).toContain('trusted-types default');
  expect(policy).not.toContain('unsafe');
  // What everybody gets was made from nothing that is one answer's or one person's.
  expect(html.split(nonce).length).toBeGreaterThan(3);
  expect(inputs.join()).not.toContain(nonce);
  expect(inputs.join()).not.toContain('csrf');
});

test('one visitor’s answer is in their own pages alone, though they share the releases', async () => {
  const [one, other] = [await api.visit(), await api.visit()];
  const before = await open(one, '/survey');
  const [question] = presentSurveyQuestions(api.content);
  const chosen = question?.options[0]?.id ?? 0;
  await one.send(surveySaveOption, { questionId: question?.id ?? 0, optionId: chosen });
  const [own, others, again] = await Promise.all([
    open(one, '/survey'),
    open(other, '/survey'),
    open(api.stranger(), '/survey'),
  ]);
  expect(answersOf(own.boot)[0]).toBe(chosen);
  expect(own.markup).toContain(`[${chosen},null`);
  for (const { markup, boot } of [before, others, again]) {
    expect(markup).toMatch(/^<main>\/survey \[null,null/);
    expect(answersOf(boot).filter((answer) => answer !== null)).toEqual([]);
  }
  expect(inputs).toHaveLength(2);
});

test('a participant’s document comes without', async () => {
  const { markup, boot } = await open(await api.logIn(), '/');
  expect([markup, boot.answers, inputs]).toEqual([undefined, undefined, []]);
});

test('a form that is sent before the app answers comes to a page in words, which reads nothing', async () => {
  const { cookies } = await api.visit();
  const response = await fetch(api.origin + WITHOUT_SCRIPT, {
    method: 'POST',
    headers: { cookie: cookies.header(), 'content-type': 'application/x-www-form-urlencoded' },
    body: `username=a&password=${'secret'.repeat(20_000)}`,
  });
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('Nothing was sent');
  expect(page).not.toContain('secret');
});
