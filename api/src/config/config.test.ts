import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

test('mail is set up by a server and a sender together, and is kept without them', () => {
  const mail = { MAIL_URL: 'smtp://mail.example:587', MAIL_FROM: 'Stepwise <trial@example.org>' };
  const PUBLIC_URL = 'https://stepwise.example';
  expect(readConfig({}).mail).toBeUndefined();
  expect(readConfig({ ...mail, PUBLIC_URL }).mail).toEqual({ url: mail.MAIL_URL, from: mail.MAIL_FROM });
  expect(() => readConfig(mail)).toThrow('PUBLIC_URL');
  for (const alone of [{ MAIL_URL: mail.MAIL_URL }, { MAIL_FROM: mail.MAIL_FROM }])
    expect(() => readConfig(alone)).toThrow('MAIL_URL and MAIL_FROM need one another.');
});

test.each([
  ['MAIL_URL', 'https://mail.example'],
  ['MAIL_FROM', 'nobody'],
  ['PUBLIC_URL', 'stepwise.example'],
])('%s is refused as %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test('links begin with the public address, without a slash at its end', () => {
  expect(readConfig({ PUBLIC_URL: 'https://stepwise.example/' }).publicUrl).toBe('https://stepwise.example');
});
