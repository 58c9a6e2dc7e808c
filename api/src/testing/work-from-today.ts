import { toDatetimeLocal } from '../platform/html/datetime-local.ts';
import type { TestApi } from './create-test-api.ts';
import { linksOf, readPageForm } from './read-form.ts';
import type { StaffBrowser } from './staff-browser.ts';

const TODAY = '/admin';
/** More than there is to do on a day. */
const MAX_THINGS = 200;
const EVENT = /^\/admin\/adverse-events\/[\w-]{36}$/;
const QUERY = /^\/admin\/data-queries\/[\w-]{36}$/;
const RANDOMISE = /\/allocate$/;

/** A line of Today. */
interface Thing {
  title: string;
  /** All of its words. */
  words: string;
  path: string;
}

/** What is overdue and due. Throws where there is nothing, and the page does not say so. */
async function thingsOnToday(browser: StaffBrowser): Promise<Thing[]> {
  const { text } = await browser.open(TODAY);
  const lines = text.matchAll(
    /<span id="(?:overdue|due)-\d+"><strong>(.*?)<\/strong>(.*?)<\/span> <a [^>]*href="([^"#]*)/g,
  );
  const things = [...lines].map(([, title = '', detail = '', path = '']) => ({
    title,
    words: title + detail,
    path,
  }));
  if (text.includes('Nothing is due.') !== (things.length === 0)) throw new Error('Today is not as it says.');
  return things;
}

/** Opens a page and sends its form for an address,
 * with what it says already, `missing` where it says nothing, and `fields`. Answers where it leads. */
export async function fillIn(
  browser: StaffBrowser,
  [page, address]: readonly [page: string, address: string],
  fields: Record<string, string> = {},
  { missing = {}, send = 'submit' }: { missing?: Record<string, string>; send?: 'submit' | 'sign' } = {},
): Promise<string> {
  const said = readPageForm((await browser.open(page)).text, address);
  const empty = Object.entries(missing).filter(([name]) => !said[name]?.join(''));
  const { status, text, location } = await browser[send](address, {
    ...said,
    ...Object.fromEntries(empty),
    ...fields,
  });
  const fault = /<div class="error-summary"[\s\S]*?<\/div>/.exec(text)?.[0] ?? '';
  if (status !== 303) throw new Error(`${address} answered ${status}. ${fault}`);
  return location ?? '';
}

type Work = (browser: StaffBrowser, path: string, found: RegExpExecArray) => Promise<unknown>;

/** Does something on each page that a list leads to, by the form of its address. */
const each =
  (address: RegExp, work: (browser: StaffBrowser, page: string) => Promise<unknown>): Work =>
  async (browser, list) => {
    const pages = linksOf((await browser.open(list)).text).filter((path) => address.test(path));
    for (const page of new Set(pages)) await work(browser, page);
  };

/** How each thing is done, by the words that Today has for it, in the pages that it leads to. */
function worksOf({ content, clock }: TestApi): readonly (readonly [words: RegExp, work: Work])[] {
  const { relatedness, expectedness, actions } = content.safety;
  const assessed = {
    relatedness: relatedness.at(-1)?.id ?? '',
    expectedness: expectedness.at(-1)?.id ?? '',
    action: actions.at(-1)?.id ?? '',
  };
  const change = (browser: StaffBrowser, event: string, fields: Record<string, string> = {}) =>
    fillIn(
      browser,
      [`${event}/change`, `${event}/change`],
      { reason: 'As it was done.', ...fields },
      { missing: assessed },
    );
  return [
    [
      /^Serious event, report to the (sponsor|ethics committee)$/,
      async (browser, event, [, to]) => {
        const field = to === 'sponsor' ? 'reportedAt' : 'ethicsReportedAt';
        await change(browser, event, { [field]: toDatetimeLocal(content.product.timeZone, clock.now()) });
      },
    ],
    [
      /^Warning sign/,
      (browser, path) =>
        fillIn(browser, [path, path], { action: 'reached-participant', note: 'Called: is safe.' }),
    ],
    [/^Dose question/, (browser, path) => fillIn(browser, [path, `${path}/dose-questions`])],
    [
      /^Follow-up at (\d+) months$/,
      (browser, path, [, months = '']) =>
        fillIn(browser, [path, `${path}/contact-attempts`], { months, outcome: 'will-do-it' }),
    ],
    [/events? to assess$/, each(EVENT, change)],
    [
      /events? to sign$/,
      each(EVENT, async (browser, event) => {
        if ((await browser.open(event)).text.includes(`action="${event}/sign"`))
          await fillIn(browser, [event, `${event}/sign`], {}, { send: 'sign' });
      }),
    ],
    [/to randomise$/, each(RANDOMISE, (browser, page) => fillIn(browser, [page, page]))],
    [
      /(?:query|queries) to answer$/,
      each(QUERY, (browser, page) =>
        fillIn(browser, [page, `${page}/answer`], { answered: 'It is meant so.' }),
      ),
    ],
    [
      /(?:query|queries) to close$/,
      each(QUERY, (browser, page) => fillIn(browser, [page, `${page}/close`], { closed: 'Settled.' })),
    ],
    [
      /^The trial has ended, the plan goes on$/,
      (browser, path) => fillIn(browser, [path, path.replace(/lock$/, 'close')], { closure: 'ended' }),
    ],
  ];
}

/**
 * Does whatever Today names until it is empty, each thing within the pages that it leads to, by their forms. Throws for a
 * thing that cannot be done there, and for one that stays on Today. Answers what was done, as Today words it.
 */
export async function workFromToday(api: TestApi, browser: StaffBrowser): Promise<string[]> {
  const works = worksOf(api);
  const done: string[] = [];
  for (let count = 0; count < MAX_THINGS; count++) {
    const [thing] = await thingsOnToday(browser);
    if (!thing) return done;
    const { title, words, path } = thing;
    const known = works.map(([text, work]) => ({ found: text.exec(title), work }));
    const { found, work } = known.find(({ found }) => found !== null) ?? {};
    if (!found || !work) throw new Error(`Nothing is known to do about “${title}”.`);
    await work(browser, path, found);
    const stays = (await thingsOnToday(browser)).some((each) => each.words === words && each.path === path);
    if (stays) throw new Error(`“${title}” was done and is still on Today.`);
    done.push(title);
  }
  throw new Error('Today does not get empty.');
}
