import { expect, test } from '@jest/globals';
import { createTestApi } from '../../testing/create-test-api.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const api = await createTestApi();
type Visitor = { cookies: { header(): string } };

async function read(path: string, visitor?: Visitor) {
  const headers = visitor ? { cookie: visitor.cookies.header() } : {};
  const answer = await fetch(api.origin + path, { headers });
  return { answer, text: await answer.text() };
}

test('the statement says what is met, what was not tried and whom to tell', async () => {
  const { answer, text } = await read('/account/accessibility');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-security-policy')).not.toContain('script-src');
  const { researchTeam } = api.content.product;
  for (const part of [
    'Guidelines 2.2, levels A and AA',
    'VoiceOver',
    'TalkBack',
    'veraPDF',
    'know of nothing on these pages that falls short of them',
    `<a href="${researchTeam.tel}">${researchTeam.phone}</a>`,
    `<a href="mailto:${researchTeam.email}">${researchTeam.email}</a>, ${researchTeam.hours}`,
  ])
    expect(text).toContain(part);
});

test('a page asks a participant and a staff member to stay logged in, and a visitor nothing', async () => {
  const [participant, staff] = [await api.logIn(), await logInStaff(api)];
  for (const [path, visitor] of [
    ['/account/access', participant],
    ['/account/accessibility', participant],
    ['/account/accessibility', staff],
  ] as const) {
    const { answer, text } = await read(path, visitor);
    expect(text).toMatch(/<dialog [^>]*data-seconds="\d+" data-path="\/account\/accessibility"/);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /script-src 'sha256-[^']+'; connect-src 'self'/,
    );
    expect(Number(answer.headers.get('session-ends-in'))).toBeGreaterThan(0);
  }
  expect((await read('/account/accessibility', await api.visit())).text).not.toContain('<dialog');
});
