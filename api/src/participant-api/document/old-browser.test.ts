import { expect, test } from '@jest/globals';
import { buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import { parse } from 'acorn';
import { oldBrowserCheck, oldBrowserWords } from './old-browser.ts';
import { shellMissing } from './shell-watchdog.ts';

test('the check is in the syntax of 2009 and carries the document’s nonce', () => {
  const [, nonce, script = ''] =
    /^<script nonce="(.*?)">([\s\S]*)<\/script>$/.exec(oldBrowserCheck('abc')) ?? [];
  expect(nonce).toBe('abc');
  expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow();
});

const site = buildSiteContent();
const { emergency, counselling, researchTeam } = site;
/** What a person reads, line by line, and whom each link calls. */
const read = (markup: string) => ({
  lines: markup
    .replace(
      /<aside[\s\S]*?<\/aside>|<div class="notice" data-tone="warning">\n<p class="notice-title">[\s\S]*/g,
      '',
    )
    .split(/<\/(?:h\d|p)>/)
    .map((line) => line.replace(/<[^>]*>/g, '').trim())
    .filter(Boolean),
  calls: Array.from(markup.matchAll(/href="(tel:\d+)"/g), ([, tel]) => tel),
});
const everyone = [emergency.tel, counselling.tel, researchTeam.tel];

test.each([
  ['above the page', true, everyone],
  ['alone', false, [emergency.tel, counselling.tel, ...everyone]],
])(
  'the words for an old browser %s name every supported one and the numbers to call',
  (_, hasMarkup, calls) => {
    expect(read(oldBrowserWords(site, hasMarkup))).toEqual({
      lines: [
        `${site.productName} needs a newer browser`,
        'What you saved is safe. Please update this browser, or open this page in another one or on another device. It needs Safari 16.4, Chrome 109, Edge 109, Firefox 140 or Samsung Internet 21, or a newer one.',
      ],
      calls,
    });
  },
);

test.each([
  [
    'above the page',
    true,
    'What you saved is safe. You can read this page; to do more, please try again in a moment.',
    everyone,
  ],
  [
    'alone',
    false,
    'What you saved is safe. Please try again in a moment.',
    [emergency.tel, counselling.tel, ...everyone],
  ],
])(
  'the words where no shell starts, %s, say what to do and give the numbers to call',
  (_, hasMarkup, words, calls) => {
    const markup = shellMissing(site, hasMarkup);
    expect(read(markup)).toEqual({
      lines: [`${site.productName} is not working right now`, words, 'Try again'],
      calls,
    });
    expect(markup).toContain('role="alert"');
  },
);
