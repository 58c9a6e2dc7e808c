/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { beforeHydration } from './before-hydration.ts';

const [, script = ''] = /^<script nonce="n">(.*)<\/script>$/s.exec(beforeHydration('n')) ?? [];

let heard: string[];

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
  heard = [];
  for (const type of ['click', 'change', 'submit'])
    element('app').addEventListener(type, (event) => {
      if (type === 'submit') event.preventDefault();
      const { id, value } = event.target as HTMLInputElement;
      heard.push(`${type} ${id}${type === 'change' ? ` ${value}` : ''}`);
    });
});

const element = (id: string) => document.getElementById(id) as HTMLInputElement;
const fill = (id: string, value: string) => {
  element(id).value = value;
  for (const type of ['input', 'change']) element(id).dispatchEvent(new Event(type, { bubbles: true }));
};
/** The app answers from now on. */
async function answer(): Promise<void> {
  element('app').removeAttribute('data-server-markup');
  await Promise.resolve();
  jest.runAllTimers();
}

test('keeps what is typed and chosen from the app until it answers, though its fields are emptied meanwhile', async () => {
  fill('called', 'Pat');
  fill('hour', '9');
  expect(heard).toEqual([]);
  element('called').value = '';
  element('hour').value = '8';
  await answer();
  expect(heard).toEqual(['change called Pat', 'change hour 9']);
});

test('gives it the answer that was chosen last, once', async () => {
  element('yes').click();
  element('no').click();
  expect(heard).toEqual([]);
  await answer();
  expect(heard.filter((event) => event.startsWith('click'))).toEqual(['click no']);
});

test('presses a button once', async () => {
  element('show').click();
  expect(heard).toEqual([]);
  await answer();
  expect(heard).toEqual(['click show']);
});

test('sends a form once, with what was typed', async () => {
  fill('called', 'Pat');
  element('send').click();
  expect(heard.filter((event) => event.startsWith('submit'))).toEqual([]);
  await answer();
  expect(heard.filter((event) => !event.startsWith('click'))).toEqual([
    'change called Pat',
    'submit details',
  ]);
});
