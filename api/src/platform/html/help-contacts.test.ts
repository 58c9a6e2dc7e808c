import { expect, test } from '@jest/globals';
import { buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import { helpContacts } from './help-contacts.ts';

test('the emergency number is called first and stands out, the counselling line and the team follow', () => {
  const site = buildSiteContent();
  const { markup: text } = helpContacts(site);
  expect([...text.matchAll(/data-variant="(\w+)" href="([^"]+)"/g)].map(([, ...link]) => link)).toEqual([
    ['danger', site.emergency.tel],
    ['quiet', site.counselling.tel],
  ]);
  expect(text).toContain(`<a href="${site.researchTeam.tel}">${site.researchTeam.phone}</a>`);
});
