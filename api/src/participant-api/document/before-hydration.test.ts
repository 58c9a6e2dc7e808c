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
    <textarea id="note"></textarea>
    <button type="button" id="show">Show</button>
    <button type="submit" id="send">Send</button>
  </form></div>`;
  new Function(script)();
  events = [];
  for (const type of ['click', 'change', 'submit'])
    element('app').addEventListener(type, (event) => {
      if (type === 'submit') event.preventDefault();
      const { id, value } = event.target as HTMLInputElement;
      const more = { change: value, submit: (event as SubmitEvent).submitter?.id }[type];
      events.push([type, id, more].filter(Boolean).join(' '));
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
    'submit details send',
  ]);
});

test('a document before hydration passes on what the browser itself put back into fields', async () => {
  element('note').value = 'Slept well';
  element('called').value = 'Pat';
  element('no').checked = true;
  await finishHydration();
  expect(events.filter((event) => event.startsWith('change'))).toEqual([
    'change called Pat',
    'change no on',
    'change note Slept well',
  ]);
});

test('a form that was sent goes to its own address where no app comes within ten seconds', () => {
  const submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
  element('send').click();
  jest.advanceTimersByTime(9_999);
  expect(submit.mock.contexts).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(new Set(submit.mock.contexts)).toEqual(new Set([element('details')]));
  submit.mockRestore();
});

test('a form that the app has taken over goes nowhere by itself', async () => {
  const submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
  element('send').click();
  await finishHydration();
  expect(submit.mock.contexts).toEqual([]);
  submit.mockRestore();
});

test('a document before hydration has the styles of its markup', async () => {
  element('app').insertAdjacentHTML('beforeend', '<i id="bar" data-style="width: 40%"></i>');
  await Promise.resolve();
  expect(element('bar').outerHTML).toBe('<i id="bar" style="width: 40%;"></i>');
});

test('a style sheet of a feature that fails is taken away, for the next attempt at it', () => {
  const [ofFeature, ofShell] = ['/features/mf-plan/1.0.0/a.css', '/shell/1.0.0/a.css'].map((href) => {
    const link = Object.assign(document.createElement('link'), { href });
    document.body.append(link);
    link.dispatchEvent(new Event('error'));
    return link.isConnected;
  });
  expect([ofFeature, ofShell]).toEqual([false, true]);
});
