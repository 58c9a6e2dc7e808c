import { existsSync, readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { press, pressKey, tick } from './press.ts';
import { keepAnnouncements, readFocus, readMain, takeAnnouncements } from './transcript.ts';

/** What changes with the clock of the day, the build and the account. */
const MASKS: [RegExp, string][] = [
  [/\b\d{1,2}:\d\d(:\d\d)?( ?[ap]m)?\b/gi, 'hh:mm'],
  [/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, 'id'],
  [/\b[0-9a-f]{8,64}\b/g, 'hash'],
];
const mask = (text: string): string =>
  MASKS.reduce((masked, [found, replacement]) => masked.replace(found, replacement), text);

/** The passages of a transcript, each an act with what comes of it, or a page that is read; none while it is written. */
function passagesOf(file: string): string[] {
  const { updateSnapshots } = test.info().config;
  // Without a flag it is 'default', which Playwright's types lack.
  const isWritten = updateSnapshots === 'all' || updateSnapshots === 'changed';
  return !isWritten && existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n\n') : [];
}

/**
 * Listens to a page as a screen reader's user does, and compares what is heard with the transcript of that name;
 * `--update-snapshots` writes it instead. Call before the page is opened.
 */
export async function listenTo(page: Page, name: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  await page.addInitScript(keepAnnouncements);
  const file = `${name}.txt`;
  const expected = passagesOf(test.info().snapshotPath(file));
  const heard: string[] = [];
  let isAsExpected = true;

  /** Listens until the passage is as expected; without an expectation, for a second. */
  async function listen(title: string, listenNow: () => Promise<string[]>): Promise<void> {
    const passage = isAsExpected ? expected[heard.length] : undefined;
    const announced: string[] = [];
    let text = '';
    await expect(async () => {
      const lines = await listenNow();
      announced.push(...(await takeAnnouncements(page)).map((said) => `announced: ${said}`));
      text = mask([title, ...announced, ...lines].join('\n'));
      expect(text).toBe(passage);
    })
      .toPass({ timeout: passage === undefined ? 1_000 : 10_000, intervals: [0, 100] })
      .catch(() => {});
    isAsExpected = text === passage;
    heard.push(text);
  }

  /** What comes of an act: what is announced, and what the focus goes to. */
  async function hear(act: string, work: () => Promise<void>): Promise<void> {
    const before = await readFocus(session);
    await work();
    await listen(`> ${act}`, async () => {
      const focus = await readFocus(session);
      return focus === before ? [] : [`focus: ${focus}`];
    });
  }
  const nameOf = async (control: Locator) =>
    (await control.ariaSnapshot()).split('\n')[0]?.replace(/^- |:$/g, '');

  return {
    press: async (control: Locator) => hear(`press ${await nameOf(control)}`, () => press(control)),
    tick: async (box: Locator) => hear(`tick ${await nameOf(box)}`, () => tick(box)),
    key: (key: string) => hear(`press the key ${key}`, () => pressKey(page, key)),
    /** Reads the page's main part. */
    read: (title: string) => listen(`=== ${title} ===`, () => readMain(session)),
    compare: () => expect(`${heard.join('\n\n')}\n`).toMatchSnapshot(file),
  };
}
