/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { beforeHydration } from './before-hydration.ts';

const [, script = ''] = /^<script nonce="n">(.*)<\/script>$/s.exec(beforeHydration('n')) ?? [];

let events: string[];

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = `<div id="app" data-server-markup><form id="details">
    <input id="called" value="">
    <input type="radio" name="answer" id="yes"><input type="radio" name="answer" id="no">
    <select id="hour"><option>8</option><option>9</option></select>
    <button type="button" id="show">Show</button>
    <button type="submit" id="send">Send</button>
  </form></div>`;
  new Function(script)();
  events = [];
  for (const type of ['click', 'change', 'submit'])
    element('app').addEventListener(type, (event) => {
      if (type === 'submit') event.preventDefault();
      const { id, value } = event.target as HTMLInputElement;
      events.push(`${type} ${id}${type === 'change' ? ` ${value}` : ''}`);
    });
});

const element = (id: string) => document.getElementById(id) as HTMLInputElement;
const fill = (id: string, value: string) => {
  element(id).value = value;
  for (const type of ['input', 'change']) element(id).dispatchEvent(new Event(type, { bubbles: true }));
};
/** As the app does once its effects have run. */
async function finishHydration(): Promise<void> {
  element('app').removeAttribute('data-server-markup');
  await Promise.resolve();
  jest.runAllTimers();
}

test('a document before hydration passes on the values of fields and selects after hydration, although it resets them', async () => {
  fill('called', 'Pat');
  fill('hour', '9');
  expect(events).toEqual([]);
  element('called').value = '';
  element('hour').value = '8';
  await finishHydration();
  expect(events).toEqual(['change called Pat', 'change hour 9']);
});

test('a document before hydration passes on the last radio button that was chosen, once', async () => {
  element('yes').click();
  element('no').click();
  expect(events).toEqual([]);
  await finishHydration();
  expect(events.filter((event) => event.startsWith('click'))).toEqual(['click no']);
});

test('a document before hydration repeats the click of a button once', async () => {
  element('show').click();
  expect(events).toEqual([]);
  await finishHydration();
  expect(events).toEqual(['click show']);
});

test('a document before hydration submits a form once, after its values', async () => {
  fill('called', 'Pat');
  element('send').click();
  expect(events.filter((event) => event.startsWith('submit'))).toEqual([]);
  await finishHydration();
  expect(events.filter((event) => !event.startsWith('click'))).toEqual([
    'change called Pat',
    'submit details',
  ]);
});
