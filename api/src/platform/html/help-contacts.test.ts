import { expect, test } from '@jest/globals';
import { buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import { helpContacts, helpLine } from './help-contacts.ts';

const site = buildSiteContent();
const { emergency, counselling, researchTeam } = site;

test('the emergency number is called first and stands out, the counselling line and the team follow', () => {
  const { markup: text } = helpContacts(site);
  const lines = text.matchAll(
    /<span class="small">(.*?)<\/span> <a class="button" data-variant="(\w+)" href="([^"]+)">(.*?)<\/a>/g,
  );
  expect(Array.from(lines, ([, ...line]) => line)).toEqual([
    [`${emergency.name}, ${emergency.label}`, 'danger', emergency.tel, `Call ${emergency.number}`],
    [`${counselling.name}, ${counselling.label}`, 'quiet', counselling.tel, `Call ${counselling.number}`],
  ]);
  const { tel, phone, email, hours } = researchTeam;
  expect(text).toContain(
    `The research team is at <a href="${tel}">${phone}</a> or <a href="mailto:${email}">${email}</a>, ${hours}.`,
  );
});

test('the line at the top has each number with what it is for, in the order given', () => {
  const { markup } = helpLine([counselling, emergency]);
  expect(
    Array.from(markup.matchAll(/<a href="(.*?)">(.*?) <span>(.*?)<\/span>/g), ([, ...call]) => call),
  ).toEqual([counselling, emergency].map(({ tel, number, label }) => [tel, number, label]));
});
