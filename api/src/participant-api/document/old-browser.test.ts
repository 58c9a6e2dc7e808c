import { expect, test } from '@jest/globals';
import { buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import { parse } from 'acorn';
import { oldBrowserCheck, oldBrowserWords } from './old-browser.ts';

test('the check is in the syntax of 2009 and carries the document’s nonce', () => {
  const [, nonce, script = ''] =
    /^<script nonce="(.*?)">([\s\S]*)<\/script>$/.exec(oldBrowserCheck('abc')) ?? [];
  expect(nonce).toBe('abc');
  expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow();
});

test('the words name every supported browser and the numbers to call', () => {
  const site = buildSiteContent();
  const words = oldBrowserWords(site, false);
  expect(words).toContain(
    'Safari 16.4, Chrome 109, Edge 109, Firefox 140 or Samsung Internet 21, or a newer one',
  );
  for (const { tel } of [site.emergency, site.counselling]) expect(words).toContain(`href="${tel}"`);
});
