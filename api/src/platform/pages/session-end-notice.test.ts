/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { sessionEndNotice } from './session-end-notice.ts';

const MINUTE_MS = 60_000;
const { markup } = sessionEndNotice(30 * 60, '/admin/stay');
const [, script = ''] = /<script>(.*)<\/script>/s.exec(markup) ?? [];

let asked: unknown[][];
let secondsLeft: number | null;
let told: number[];
let hear: (end: number) => void;

/** The channel between the tabs of this browser. */
class Tabs extends EventTarget {
  constructor(name: string) {
    super();
    expect(name).toBe('session-end');
    hear = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
  }
  postMessage(end: number): void {
    told.push(end);
  }
}

beforeEach(() => {
  jest.useFakeTimers({ now: new Date(2026, 2, 2, 16, 0) });
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  [asked, secondsLeft, told] = [[], 30 * 60, []];
  const answer = async (...call: unknown[]) => {
    asked.push(call);
    if (secondsLeft === null) throw new TypeError('no network');
    return { headers: new Map([['session-ends-in', String(secondsLeft)]]) };
  };
  document.body.innerHTML = markup;
  new Function('fetch', 'BroadcastChannel', script)(answer, Tabs);
});

const dialog = () => document.querySelector('dialog') as HTMLDialogElement;
const textOf = (selector: string) => dialog().querySelector(selector)?.textContent;
const shown = () => dialog().open && [textOf('h2'), textOf('[role="status"]'), textOf('button')];
const press = async () => {
  dialog().querySelector('button')?.click();
  await jest.advanceTimersByTimeAsync(0);
};
const ENDS = ['You will be logged out at 4:30 pm', '', 'Stay logged in'];

test('two minutes before the session ends the page asks, and who stays hears of it at the next end', async () => {
  jest.advanceTimersByTime(28 * MINUTE_MS - 1);
  expect(shown()).toBe(false);
  jest.advanceTimersByTime(1);
  expect(shown()).toEqual(ENDS);
  await press();
  expect(shown()).toBe(false);
  expect(asked).toEqual([['/admin/stay', { method: 'HEAD', cache: 'no-store' }]]);
  expect(told).toEqual([30, 58].map((minutes) => new Date(2026, 2, 2, 16, minutes).getTime()));
  jest.advanceTimersByTime(28 * MINUTE_MS);
  expect(shown()).toEqual(['You will be logged out at 4:58 pm', '', 'Stay logged in']);
});

test('a session that cannot last longer says so once, and again when it has ended', async () => {
  jest.advanceTimersByTime(29 * MINUTE_MS);
  secondsLeft = 60;
  await press();
  expect(shown()).toEqual([ENDS[0], 'You have been logged in for as long as is possible at one time.', 'OK']);
  await press();
  document.dispatchEvent(new Event('visibilitychange'));
  expect([shown(), asked.length]).toEqual([false, 1]);
  jest.advanceTimersByTime(MINUTE_MS + 1_000);
  const ended = ['You were logged out at 4:30 pm', 'Copy what you have written before you go on.', 'OK'];
  expect(shown()).toEqual(ended);
  dialog().dispatchEvent(new Event('cancel', { cancelable: true }));
  document.dispatchEvent(new Event('visibilitychange'));
  expect([shown(), asked.length]).toEqual([false, 1]);
});

test('a server that cannot be reached is said, and can be tried again; Escape is as the button', async () => {
  jest.advanceTimersByTime(28 * MINUTE_MS);
  secondsLeft = null;
  await press();
  expect(shown()).toEqual([ENDS[0], 'The server could not be reached. Please try again.', ENDS[2]]);
  secondsLeft = 30 * 60;
  const pressed = new Event('cancel', { cancelable: true });
  dialog().dispatchEvent(pressed);
  await jest.advanceTimersByTimeAsync(0);
  expect([pressed.defaultPrevented, asked.length, shown()]).toEqual([true, 2, false]);
});

test('using another tab prolongs the session of this one, also after its end was said', () => {
  jest.advanceTimersByTime(31 * MINUTE_MS);
  expect(textOf('h2')).toBe('You were logged out at 4:30 pm');
  hear(new Date(2026, 2, 2, 17, 0).getTime());
  expect(shown()).toBe(false);
  expect(told).toHaveLength(1);
  jest.advanceTimersByTime(27 * MINUTE_MS);
  expect(shown()).toEqual(['You will be logged out at 5:00 pm', '', 'Stay logged in']);
  jest.advanceTimersByTime(3 * MINUTE_MS + 1_000);
  expect(shown()).toEqual([
    'You were logged out at 5:00 pm',
    'Copy what you have written before you go on.',
    'OK',
  ]);
});

test('a page that slept sees the end when it is looked at', () => {
  jest.setSystemTime(new Date(2026, 2, 2, 18, 0));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(shown()).toEqual([
    'You were logged out at 4:30 pm',
    'Copy what you have written before you go on.',
    'OK',
  ]);
});
