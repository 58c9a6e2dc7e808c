/** @jest-environment node */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createRealms, MissingScripts } from './realm.ts';

const integrityOf = (source: string) => `sha384-${createHash('sha384').update(source).digest('base64')}`;

/** A shell whose page is the JSON that it is given, after a feature has run. */
const SHELL = `module.exports = {
  sharedModules: { react: { name: 'the shell’s' } },
  renderPage: (input, modules) => modules['mf-a'] ? modules['mf-a'].show(input) : input.text,
};`;

function open(feature?: string) {
  const realms = createRealms();
  const sources = [SHELL, ...(feature ? [feature] : [])];
  for (const source of sources) realms.addScript(integrityOf(source), source);
  const features: Record<string, string> = feature ? { 'mf-a': integrityOf(feature) } : {};
  const render = (input: object) =>
    realms.render({ shell: integrityOf(SHELL), features, input: JSON.stringify(input) });
  const makeReady = () => realms.makeReady({ shell: integrityOf(SHELL), features });
  return { realms, render, makeReady };
}

test('gives a feature the modules that the shell shares', () => {
  const { render } = open(`exports.show = () => require('react').name;`);
  expect(render({})).toBe('the shell’s');
  expect(open(`exports.show = () => require('left-pad');`).render).toThrow();
});

test('takes no script with another hash, and names those that it lacks', () => {
  const { realms, render } = open();
  expect(() => realms.addScript(integrityOf('other'), SHELL)).toThrow('hash');
  expect(render({ text: 'words' })).toBe('words');
  const unknown = integrityOf('unknown');
  try {
    realms.render({ shell: integrityOf(SHELL), features: { 'mf-a': unknown }, input: '{}' });
  } catch (error) {
    expect((error as MissingScripts).missing).toEqual([unknown]);
    expect(error).toBeInstanceOf(MissingScripts);
  }
  expect.assertions(5);
});

describe('what one page leaves behind is not there for the next', () => {
  // Wherever code can keep something: its module, its globals, the objects of the language and of the platform.
  const KEEPS = `
    const places = [module, globalThis, Object.prototype, Array, Date, Intl, JSON, URL, URL.prototype, TextEncoder];
    exports.show = ({ text, fails }) => {
      const found = places.map((place) => place.kept ?? '').join('');
      for (const place of places) try { place.kept = text; } catch {}
      if (fails) throw new Error(text);
      return found + '|' + text;
    };`;

  test('after a page that was shown, and after one that threw', () => {
    const { render } = open(KEEPS);
    expect(render({ text: 'of A' })).toBe('|of A');
    expect(render({ text: 'of B' })).toBe('|of B');
    expect(() => render({ text: 'of C', fails: true })).toThrow('of C');
    expect(render({ text: 'of D' })).toBe('|of D');
  });

  test('in a realm that was ready before, which is used once', () => {
    const { render, makeReady } = open(KEEPS);
    makeReady();
    expect(render({ text: 'of A' })).toBe('|of A');
    makeReady();
    makeReady();
    expect(render({ text: 'of B' })).toBe('|of B');
    expect(render({ text: 'of C' })).toBe('|of C');
  });
});

test('ends a page that hangs, in its code or in a promise, and goes on', () => {
  const { render } = open(`
    exports.show = ({ text }) => {
      if (text === 'loop') for (;;);
      const again = () => Promise.resolve().then(again);
      if (text === 'promise') again();
      return text;
    };`);
  expect(() => render({ text: 'loop' })).toThrow('timed out');
  expect(() => render({ text: 'promise' })).toThrow('timed out');
  expect(render({ text: 'words' })).toBe('words');
});
