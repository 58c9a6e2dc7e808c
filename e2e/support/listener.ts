import { expect, type Locator, type Page } from '@playwright/test';
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

/** Listens to a page as a screen reader's user does, and writes down what is heard. Call before the page is opened. */
export async function listenTo(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  await page.addInitScript(keepAnnouncements);
  const heard: string[] = [];

  const hearAnnouncements = async () => {
    for (const text of await takeAnnouncements(page)) heard.push(`announced: ${text}`);
  };

  /** What comes of an act: what is announced, and what the focus goes to. */
  async function hear(act: string, work: () => Promise<void>): Promise<void> {
    const before = await readFocus(session);
    await hearAnnouncements();
    heard.push('', `> ${act}`);
    await work();
    await page.waitForLoadState('networkidle');
    await hearAnnouncements();
    const focus = await readFocus(session);
    if (focus !== before) heard.push(`focus: ${focus}`);
  }
  const nameOf = async (control: Locator) =>
    (await control.ariaSnapshot()).split('\n')[0]?.replace(/^- |:$/g, '');

  return {
    /** `until` is what the press brings, where that takes its time. */
    press: async (control: Locator, until?: Locator) =>
      hear(`press ${await nameOf(control)}`, async () => {
        await press(control);
        await until?.waitFor();
      }),
    tick: async (box: Locator) => hear(`tick ${await nameOf(box)}`, () => tick(box)),
    key: (key: string) => hear(`press the key ${key}`, () => pressKey(page, key)),
    /** Reads the page's main part, once its heading is there and nothing more is being loaded into it. */
    async read(title: string): Promise<void> {
      await page.getByRole('heading').first().waitFor();
      let lines: string[] = [];
      await expect(async () => {
        const before = lines;
        lines = await readMain(session);
        expect(lines).toEqual(before);
        expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
      }).toPass({ intervals: [0, 200] });
      heard.push('', `=== ${title} ===`, ...lines);
    },
    /** Compares with the transcript of that name; `--update-snapshots` writes it instead. */
    compare(name: string): void {
      expect(`${mask(heard.join('\n')).trim()}\n`).toMatchSnapshot(`${name}.txt`);
    },
  };
}
