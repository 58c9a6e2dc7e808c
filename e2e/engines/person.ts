// In one file: one driver, of which every method waits and presses in the same way.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVER_MARKUP } from '@stepwise/shared-contracts/federation/names';
import type { AxeResults, RunOptions } from 'axe-core';
import { helpFaults } from '../support/help-faults.ts';
import { watchPress } from '../support/watch-press.ts';
import type { Driver, Key, Scheme } from './driver.ts';

const SIGHT_TIMEOUT_MS = 120_000;
const EXPECT_TIMEOUT_MS = 60_000;
const PRESS_TIMEOUT_MS = 15_000;
const TRIES = 3;
const TRY_AGAIN_MS = 50;
const SETTLED_MS = 200;
/** What was typed is on the disk by then. */
const HOLD_MS = 500;
/** What is shown is the app's own. */
const ANSWERS = `!document.querySelector('[${SERVER_MARKUP}]')`;
/** The app answers, and shows no page that is still on its way. */
const SETTLED = `${ANSWERS} && !document.querySelector('[aria-busy=true]')`;
/** Two presses so soon and so near are a double tap, of which the product ignores the second. */
const DOUBLE_TAP_MS = 1_000;
const DOUBLE_TAP_PX = 24;

const { resolve } = createRequire(import.meta.url);
/** Finds by role and name, and by label; and axe. A driver's script is not subject to the page's policy. */
const TOOLS = ['@testing-library/dom/dist/@testing-library/dom.umd.min.js', 'axe-core/axe.min.js'].map(
  (file) => readFileSync(resolve(file), 'utf8'),
);

export type Name = string | RegExp;

/** What a screen showed: how axe judged it, and how wide it was. */
export interface Audit {
  screen: string;
  scheme: string;
  violations: string[];
  /** CSS pixels beyond the window. */
  tooWide: number;
  /** What reaches beyond it. */
  beyond: string[];
}

/** A value as an expression; a regular expression stays one. */
const literal = (value: unknown): string => (value instanceof RegExp ? String(value) : JSON.stringify(value));
const calling = (name: string, ...values: unknown[]): string =>
  `(${name})(${values.map(literal).join(', ')})`;

/** A person at a browser: sees, presses and fills in. Every press and key is watched, and every audit is kept. */
export function createPerson(driver: Driver, origin: string, schemes: readonly Scheme[]) {
  const audits: Audit[] = [];
  let presses = 0;
  let missed = 0;
  let last = { x: 0, y: 0, at: 0 };

  /** The value of an expression once it is neither `undefined` nor `false`; a document on its way out counts as neither. */
  async function until<T>(what: string, expression: string, limitMs = SIGHT_TIMEOUT_MS): Promise<T> {
    const limit = Date.now() + limitMs;
    let problem: unknown;
    for (;;) {
      const value = await withTools<T | undefined | false | null>(expression).catch((error) => {
        problem = error;
      });
      if (value !== undefined && value !== false && value !== null) return value;
      if (Date.now() > limit) {
        const page = await driver.evaluate<string>('location.href + "\\n" + document.body.innerText');
        throw new Error(`${what} was not there in time${problem ? ` (${problem})` : ''}:\n${page}`);
      }
      await wait(TRY_AGAIN_MS);
    }
  }

  async function withTools<T>(expression: string): Promise<T> {
    if (!(await driver.evaluate<boolean>('Boolean(window.axe && window.TestingLibraryDom)')))
      for (const tool of TOOLS) await driver.evaluate(`(() => { ${tool}\n })()`);
    return driver.evaluate<T>(expression);
  }

  /** Scrolls to an element, waits until it keeps its place, and watches it. Gives where to press it. */
  async function aim(what: string, found: string): Promise<{ x: number; y: number }> {
    // The app takes the place of the server's markup, and a press of an element that is gone would count as missed.
    const watched = `${ANSWERS} && ((found) => found && { faults: (${watchPress})(found), ...(${middleOf})(found) })((${onlyOne})(${found}))`;
    let before = { x: 0, y: 0 };
    for (;;) {
      const { faults, x, y } = await until<{ faults: string[]; x: number; y: number }>(what, watched);
      if (faults.length > 0) throw new Error(`Before ${what}:\n${faults.join('\n')}`);
      if (x === before.x && y === before.y) return { x, y };
      before = { x, y };
      await wait(TRY_AGAIN_MS);
    }
  }

  async function expectNoFaults(what: string): Promise<void> {
    presses += 1;
    await expectNone(what, `[...(window.pressWatch?.faults() ?? []), ...(${helpFaults})()]`);
  }

  async function expectNone(what: string, expression: string): Promise<void> {
    const limit = Date.now() + EXPECT_TIMEOUT_MS;
    for (;;) {
      const faults = await until<string[]>(what, expression);
      if (faults.length === 0) return;
      if (Date.now() > limit) throw new Error(`After ${what}:\n${faults.join('\n')}`);
      await wait(TRY_AGAIN_MS);
    }
  }

  /** Whether the press arrived. Of a document that has gone since, it did. */
  async function isPressed(): Promise<boolean> {
    const limit = Date.now() + PRESS_TIMEOUT_MS;
    for (;;) {
      const arrived = await driver
        .evaluate<boolean>('window.pressWatch?.isPressed() ?? true')
        .catch(() => true);
      if (arrived || Date.now() > limit) return arrived;
      await wait(TRY_AGAIN_MS);
    }
  }

  /** WebKit scrolls in a thread of its own, and now and then a press falls where the control was; a person presses again. */
  async function click(what: string, found: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      const { x, y } = await aim(what, found);
      if (Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP_PX)
        await wait(Math.max(0, last.at + DOUBLE_TAP_MS - Date.now()));
      await driver.click(x, y).catch((error) => {
        throw new Error(`${what} at ${x}, ${y}: ${error}`);
      });
      last = { x, y, at: Date.now() };
      if (await isPressed()) break;
      if (tries === TRIES) throw new Error(`${what} was not reached by ${TRIES} presses.`);
      missed += 1;
    }
    await expectNoFaults(what);
  }

  /** Of the numbers to call, after what is not a press. */
  async function expectHelp(what: string): Promise<void> {
    await expectNone(what, `(${helpFaults})()`);
  }

  const byRole = (role: string, name: Name, within = 'document.body') =>
    `TestingLibraryDom.queryAllByRole(${within}, ${literal(role)}, { name: ${literal(name)} })`;
  const byLabel = (label: string) =>
    `TestingLibraryDom.queryAllByLabelText(document.body, ${literal(label)}, { selector: 'input, textarea' })`;

  return {
    audits,
    presses: () => presses,
    missed: () => missed,
    open: (path: string) => driver.open(origin + path),
    see: (role: string, name: Name) => until<true>(`${role} ‘${name}’`, `${byRole(role, name)}.length > 0`),
    seeText: (text: RegExp) => until<true>(`‘${text}’`, `${text}.test(document.body.innerText)`),
    seeNoText: (text: RegExp) => until<true>(`no ‘${text}’`, `!${text}.test(document.body.innerText)`),
    /** Waits for the page of that entry of the navigation. */
    seeCurrent: (entry: string) =>
      until<true>(
        `the page ‘${entry}’`,
        `document.querySelector('nav [aria-current=page]')?.textContent.trim() === ${literal(entry)}`,
      ),
    seeNothingChosen: () => until<true>('no answer', `!document.querySelector('input[type=radio]:checked')`),
    /** Opens, or closes, what this line folds. */
    pressSummary: (text: string) =>
      click(
        `‘${text}’`,
        `[...document.querySelectorAll('summary')].filter((found) => found.textContent.trim() === ${literal(text)})`,
      ),
    /** Presses, or ticks, what has this role and name; `inside` names the group it is in. */
    press: (role: string, name: Name, inside?: string) =>
      click(
        `${role} ‘${name}’`,
        byRole(
          role,
          name,
          inside === undefined ? undefined : `${byRole('group', inside)}[0] ?? document.head`,
        ),
      ),
    /** What can be pressed on the page as it stands, within the app; once it keeps its number. */
    async controls(): Promise<string[]> {
      for (let before = ''; ; ) {
        const names = await until<string[]>(
          'the page',
          `${SETTLED} && (${controlsOf})().map((found) => found.textContent.trim())`,
        );
        if (names.length > 0 && names.join() === before) return names;
        before = names.join();
        await wait(SETTLED_MS);
      }
    },
    pressControl: (index: number, name: string) =>
      click(`‘${name}’`, `(${controlsOf})().slice(${index}, ${index + 1})`),
    /** Types into a field of text, if there is one that is no password; gives what it holds then. */
    async typeInto(index: number, text: string): Promise<string | null> {
      const count = await driver.evaluate<number>(`(${fieldsOf})().length`);
      if (count === 0) return null;
      const field = `(${fieldsOf})().slice(${index % count}, ${(index % count) + 1})`;
      await click('a field', field);
      await driver.type(text);
      await wait(HOLD_MS);
      return driver.evaluate<string>(`${field}[0].value`);
    },
    seeTyped: (text: string) =>
      until<true>(
        `‘${text}’ after a reload`,
        `(${fieldsOf})().some(({ value }) => value === ${literal(text)})`,
      ),
    /** Goes back where the last press opened another page of the same document; it is scrolled as it was, and has the focus. */
    async returnIfLed(): Promise<boolean> {
      const from = await driver.evaluate<{ y: number; length: number } | null>(
        'window.pressWatch?.hasLed() ? window.pressWatch.place() : null',
      );
      if (!from) return false;
      await this.back();
      await expectNone('Back', `(${returnFaults})(${from.y}, ${from.length})`);
      return true;
    },
    /** Presses each of the elements with this role and name. */
    async pressEach(role: string, name: Name): Promise<void> {
      const count = await until<number>(`${role} ‘${name}’`, `${byRole(role, name)}.length || undefined`);
      for (let index = 0; index < count; index++)
        await click(`${role} ‘${name}’ ${index + 1}`, `${byRole(role, name)}.slice(${index}, ${index + 1})`);
    },
    async fill(label: string, text: string): Promise<void> {
      await click(`field ‘${label}’`, byLabel(label));
      await driver.type(text);
      await until(`‘${text}’`, `${byLabel(label)}[0]?.value === ${literal(text)}`);
    },
    /** Chooses from a list that the browser draws, which no engine's driver presses alike. */
    choose: (label: string, answer: string) =>
      until<true>(`‘${answer}’ of ‘${label}’`, `(${chooseFrom})(${literal(label)}, ${literal(answer)})`),
    async key(key: Key): Promise<void> {
      await driver.evaluate(`(${watchPress})(document.activeElement)`);
      await driver.key(key);
      await expectNoFaults(key);
    },
    async reload(): Promise<void> {
      await driver.evaluate('(() => { window.isLeft = true; location.reload(); })()');
      await until('the page after a reload', '!window.isLeft');
      await expectHelp('a reload');
    },
    async back(): Promise<void> {
      await driver.evaluate('void history.back()');
      await expectHelp('Back');
    },
    async resize(width: number, height: number): Promise<void> {
      await driver.resize(width, height);
      await expectHelp(`the size ${width}×${height}`);
    },
    seeFocused: (role: string, name: Name) =>
      until<true>(
        `${role} ‘${name}’ with the focus`,
        `${byRole(role, name)}.includes(document.activeElement)`,
      ),
    names: (selector: string) =>
      driver.evaluate<string[]>(
        `[...document.querySelectorAll(${literal(selector)})].map((found) => found.textContent.trim())`,
      ),
    /** Opens the menu that a phone has the team's navigation in, or the group in which a wide screen has a link. */
    async openMenu(link: string): Promise<void> {
      const menu = `[...document.querySelectorAll('details:is(.pages-menu, .pages-group):not([open]) > summary')].filter((found) =>
        found.getClientRects().length > 0 && [...found.parentElement.querySelectorAll('a')].some(({ textContent }) => textContent.trim() === ${literal(link)}))`;
      if ((await driver.evaluate<number>(`${menu}.length`)) > 0) await click('the menu', menu);
    },
    /** Judges the screen in every scheme at hand, and with its text at twice its size. */
    async audit(screen: string): Promise<void> {
      const judge = async (scheme: string) => {
        const found = await until<Omit<Audit, 'screen' | 'scheme'>>(screen, calling(String(judgePage)));
        audits.push({ screen, scheme, ...found });
      };
      for (const place of ['document.documentElement.scrollHeight', '0']) {
        await driver.evaluate(`void window.scrollTo(0, ${place})`);
        await expectHelp(`${screen}, scrolled to ${place}`);
      }
      for (const scheme of schemes) {
        await driver.emulate?.(scheme);
        await judge(scheme);
      }
      await driver.emulate?.(schemes[0] ?? 'light');
      await driver.evaluate(calling(String(enlargeText), 'html { font-size: 200% !important; }'));
      await judge('text at 200 %');
      await driver.evaluate(calling(String(enlargeText), ''));
    },
  };
}
export type Person = ReturnType<typeof createPerson>;

/** Runs in the page, as the others do. What leaves the app, or ends what is tried, is left out. */
function controlsOf(): HTMLElement[] {
  const LEFT_OUT = /^(Log out|Print|Download|Save as)|opens in a new window/;
  const isWithin = (control: HTMLElement) =>
    !/^\/(account|admin)/.test(control.getAttribute('href') ?? '') && !control.hasAttribute('download');
  const all = (document.querySelector('dialog:modal') ?? document).querySelectorAll<HTMLElement>(
    'button:not([aria-disabled=true], :disabled), summary, .choice, a[href^="/"]',
  );
  return [...all].filter(
    (control) => control.checkVisibility() && isWithin(control) && !LEFT_OUT.test(control.textContent.trim()),
  );
}

const fieldsOf = (): HTMLInputElement[] =>
  [
    ...document.querySelectorAll<HTMLInputElement>(
      'input:is([type=text], [type=email], [type=tel], :not([type])), textarea',
    ),
  ].filter((field) => field.checkVisibility());

/**
 * Unless the page is at the place, or as near as its end is, and something has the focus. On a page that is longer or
 * shorter than it was, that is in sight instead.
 */
function returnFaults(y: number, length: number): string[] {
  const { scrollHeight } = document.documentElement;
  const { top, bottom } = (document.activeElement ?? document.body).getBoundingClientRect();
  const hasFocusInSight =
    document.activeElement !== document.body && top >= 0 && bottom <= window.innerHeight;
  if (scrollHeight !== length && hasFocusInSight) return [];
  const place = Math.min(y, scrollHeight - window.innerHeight);
  return [
    ...(Math.abs(window.scrollY - place) > 2
      ? [`Scrolled to ${window.scrollY} px instead of ${place}.`]
      : []),
    ...(document.activeElement === document.body ? ['The focus is lost to the body.'] : []),
  ];
}

const onlyOne = (found: Element[]): Element | undefined => (found.length === 1 ? found[0] : undefined);

/** Whether the list with this label has the answer, which is then chosen. */
function chooseFrom(label: string, answer: string): boolean {
  const list = [...document.querySelectorAll('select')].find((each) => each.labels[0]?.textContent === label);
  const option = [...(list?.options ?? [])].find(({ text }) => text === answer);
  if (!list || !option) return false;
  list.value = option.value;
  list.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** Of what is seen of a control: its label, where it has one, or its first line. */
function middleOf(control: Element): { x: number; y: number } {
  const shown = control.closest('label') ?? control;
  const { left, right, top, bottom } = shown.getClientRects()[0] ?? shown.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

async function judgePage(): Promise<Omit<Audit, 'screen' | 'scheme'>> {
  const TARGET_SIZE = 'target-size';
  const { axe } = window as unknown as {
    axe: { run(context: Document | Element, options: RunOptions): Promise<AxeResults> };
  };
  /** What stays at the window's edges clips what is scrolled under it, which is no smaller for that. */
  const isTooSmall = async (selector: string): Promise<boolean> => {
    const target = document.querySelector(selector);
    if (!target) return true;
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    return (await axe.run(target, { runOnly: [TARGET_SIZE] })).violations.length > 0;
  };
  window.scrollTo(0, 0);
  // The one rule of WCAG 2.2 that axe has, which it leaves to who asks.
  const { violations: found } = await axe.run(document, { rules: { [TARGET_SIZE]: { enabled: true } } });
  const violations = [];
  for (const { id, nodes } of found) {
    const wrong = [];
    for (const node of nodes)
      if (id !== TARGET_SIZE || (await isTooSmall(String(node.target[0])))) wrong.push(node);
    if (wrong.length > 0) violations.push({ id, nodes: wrong });
  }
  window.scrollTo(0, 0);
  const { scrollWidth, clientWidth } = document.documentElement;
  const parts = scrollWidth > clientWidth ? [...document.querySelectorAll('body *')] : [];
  return {
    violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`),
    tooWide: scrollWidth - clientWidth,
    beyond: parts
      .filter((part) => part.getBoundingClientRect().right > clientWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  };
}

function enlargeText(css: string): true {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  return true;
}
