/** @jest-environment ../jest.environment.js */
import { afterEach, expect, test } from '@jest/globals';
import { restrictScripts } from './trusted-types.ts';

type Rules = Record<string, (value: string) => string | null>;

/** The rules of the default policy, as a browser with Trusted Types is given them. */
function rulesFor(folders: string[]): Rules {
  const policies: Record<string, Rules> = {};
  Reflect.set(window, 'trustedTypes', {
    createPolicy: (name: string, rules: Rules) => {
      policies[name] = rules;
    },
  });
  restrictScripts(folders);
  return policies.default as Rules;
}
afterEach(() => void Reflect.deleteProperty(window, 'trustedTypes'));

const FOLDERS = ['/shell/1.0.0-aa/', '/features/mf-plan/1.0.0-bb/'];

test.each([
  '/shell/1.0.0-aa/pages.js',
  '/features/mf-plan/1.0.0-bb/remoteEntry.js',
  '/features/mf-plan/1.0.0-bb/~2/feature.js',
  'http://localhost/features/mf-plan/1.0.0-bb/feature.js',
  '/sw.js',
])('%s may run', (url) => {
  expect(rulesFor(FOLDERS).createScriptURL?.(url)).toBe(url);
});

test.each([
  'https://elsewhere.example/features/mf-plan/1.0.0-bb/feature.js',
  '//elsewhere.example/shell/1.0.0-aa/pages.js',
  'http://localhost.elsewhere.example/shell/1.0.0-aa/pages.js',
  '/features/mf-plan/1.0.0-cc/feature.js',
  '/features/mf-plan/1.0.0-bb/../../mf-evil/1.0.0/feature.js',
  '/features/mf-plan/1.0.0-bb/%2e%2e/1.0.0-cc/feature.js',
  '/api/all-data/',
  'https://elsewhere.example/sw.js',
  'data:text/javascript,alert(1)',
  'blob:http://localhost/5e0c',
  '',
])('%j may not', (url) => {
  expect(rulesFor(FOLDERS).createScriptURL?.(url)).toBeNull();
});

test('the markup of content may be shown', () => {
  const content =
    '<p>Talk to <a href="https://example.org/a?b=1">your doctor</a><br /></p><ul><li><em>a</em> &lt; <strong>b</strong></li></ul>';
  expect(rulesFor(FOLDERS).createHTML?.(content)).toBe(content);
});

test.each([
  '<img src="x" onerror="alert(1)">',
  '<p onclick="alert(1)">a</p>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="https://example.org" onclick="alert(1)">a</a>',
  '<<p>script>alert(1)</script>',
  '<svg><p></p></svg>',
  '<!-- a -->',
])('%s may not', (markup) => {
  expect(rulesFor(FOLDERS).createHTML?.(markup)).toBeNull();
});

test('no text becomes a script', () => {
  expect(rulesFor(FOLDERS)).not.toHaveProperty('createScript');
});

test('a browser without Trusted Types is left alone', () => {
  expect(() => restrictScripts(FOLDERS)).not.toThrow();
});
