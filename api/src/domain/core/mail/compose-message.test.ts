import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadContent } from '../content/load-content.ts';
import { composeMessage } from './compose-message.ts';

const content = loadContent(join(import.meta.dirname, '../../../../content'));
const words = {
  subject: 'News of {product}',
  before: ['First & <last>.', 'Call {phone}.'],
  link: 'Open {product}',
  after: ['We are there {hours}.'],
};
const links = { to: 'pat@example.org', link: 'https://trial.example/a?b=1&c=2' };

test('a message says the same as text and as markup, in the order of its paragraphs, with the closing last', () => {
  const { body, ...message } = composeMessage(content, words, links);
  const closing = 'Questions? Call the research team on 03 5550 0123, Monday to Friday, 9:00am to 5:30pm.';
  expect(message).toEqual({
    to: 'pat@example.org',
    subject: 'News of Stepwise',
    text: [
      ...['First & <last>.', 'Call 03 5550 0123.', 'Open Stepwise:\nhttps://trial.example/a?b=1&c=2'],
      ...['We are there Monday to Friday, 9:00am to 5:30pm.', closing],
    ].join('\n\n'),
  });
  expect(body.markup.trim()).toBe(
    [
      '<p>First &amp; &lt;last&gt;.</p><p>Call 03 5550 0123.</p>',
      '<p><a href="https://trial.example/a?b=1&amp;c=2">Open Stepwise</a></p>',
      `<p>We are there Monday to Friday, 9:00am to 5:30pm.</p><p>${closing}</p>`,
    ].join('\n'),
  );
});

test('a message that must not say whom it is from has its own sender, no closing, and a link that ends it', () => {
  const unsubscribe = { text: 'No more of {product}', link: 'https://trial.example/stop' };
  const given = { ...links, unsubscribe, neutralSender: '{product}' };
  const { body, ...message } = composeMessage(content, { ...words, before: ['Hello.'], after: [] }, given);
  expect(message).toEqual({
    ...{ to: 'pat@example.org', subject: 'News of Stepwise', senderName: 'Stepwise' },
    unsubscribe: unsubscribe.link,
    text: [
      ...['Hello.', 'Open Stepwise:\nhttps://trial.example/a?b=1&c=2'],
      'No more of Stepwise:\nhttps://trial.example/stop',
    ].join('\n\n'),
  });
  expect(body.markup.match(/href="[^"]+">[^<]+/g)).toEqual([
    'href="https://trial.example/a?b=1&amp;c=2">Open Stepwise',
    'href="https://trial.example/stop">No more of Stepwise',
  ]);
});
