import { type Content, contentFileNames } from '@stepwise/api/src/domain/core/content/load-content.ts';
import { composeMessage } from '@stepwise/api/src/domain/core/mail/compose-message.ts';
import { parse } from 'yaml';
import type { Screen } from './read-screen.ts';

/** Every message that the product sends, in the trial's words. */
export function messagesOf(content: Content): Screen[] {
  const { dailyReminder, monthReminder } = content.mail;
  const words = { ...content.mail, ...(dailyReminder && { 'dailyReminder.last': dailyReminder.last }) };
  return Object.entries(words).flatMap(([name, message]) => {
    if (typeof message !== 'object' || !('before' in message)) return [];
    const ends = { monthReminder, dailyReminder, 'dailyReminder.last': dailyReminder }[name];
    const { subject, text } = composeMessage(content, message, {
      to: '',
      link: '(link)',
      ...(ends && { unsubscribe: { text: ends.unsubscribe, link: '(link)' } }),
    });
    return [{ title: `Message: ${name}`, lines: [subject, ...text.split(/\n+/)], spoken: [] }];
  });
}

/** Files of which no participant reads a word. */
const FOR_THE_TEAM = ['analysis', 'queries'];

/** What the content has and no screen or message of the walk showed: words of rarer states, by file and path. */
export function otherWords(content: Content, shown: readonly Screen[]): Screen[] {
  const seen = plain(shown.flatMap(({ lines, spoken }) => [...lines, ...spoken]).join(' '));
  return contentFileNames
    .filter((file) => !FOR_THE_TEAM.includes(file))
    .flatMap((file) => {
      const lines = textsOf(parse(content.sources[file]), '').filter(
        ([, text]) => !patternOf(text).test(seen),
      );
      return lines.length === 0
        ? []
        : [
            {
              title: `In other states: ${file}.yaml`,
              lines: lines.map(([path, text]) => `${path}: ${text}`),
              spoken: [],
            },
          ];
    });
}

const plain = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Where placeholders are filled in with anything. */
const patternOf = (text: string) =>
  new RegExp(
    plain(text)
      .split(/\{[a-z_]+\}/)
      .map((part) => RegExp.escape(part))
      .join('.{0,80}'),
  );

/** Every text of more than one word, with its path. */
export function textsOf(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return /\s/.test(value) ? [[path, plain(value)]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    textsOf(each, Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key),
  );
}
