import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readConfig } from '../platform/config/config.ts';
import { checkReleaseToken, currentTokens } from './release-tokens.ts';

const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const LINES = `mf-plan ${hash('one')}\n\n  mf-plan ${hash('two')}\nmf-tracker ${hash('three')}\n`;

test('a package may have several tokens, and each opens only that package', () => {
  const { releaseTokens } = readConfig({ RELEASE_TOKENS: LINES });
  expect(releaseTokens).toHaveLength(3);
  for (const token of ['one', 'two'])
    expect(() => checkReleaseToken(releaseTokens, `Bearer ${token}`, 'mf-plan')).not.toThrow();
  expect(() => checkReleaseToken(releaseTokens, 'Bearer three', 'mf-plan')).toThrow('mf-tracker only');
  expect(() => checkReleaseToken(releaseTokens, `Bearer ${hash('one')}`, 'mf-plan')).toThrow('known here');
});

test('the operator’s token opens every package; it and a container’s, which has no key, may begin one', () => {
  const ofTeam = `mf-diary ${hash('five')} ${'k'.repeat(59)}`;
  const { releaseTokens } = readConfig({ RELEASE_TOKENS: `${LINES}* ${hash('four')}\n${ofTeam}` });
  for (const name of ['mf-plan', 'mf-tracker', 'shell'])
    expect(checkReleaseToken(releaseTokens, 'Bearer four', name)).toEqual({
      isOperator: true,
      mayBegin: true,
    });
  const rights = (token: string, name: string) => checkReleaseToken(releaseTokens, `Bearer ${token}`, name);
  expect(rights('one', 'mf-plan')).toEqual({ isOperator: false, mayBegin: true });
  expect(rights('five', 'mf-diary')).toEqual({ isOperator: false, mayBegin: false });
});

test.each(['mf-plan', 'mf-plan abc', `mf-plan ${hash('one')}x`, `../x ${hash('one')}`, `${hash('one')}`])(
  'the line %j is rejected at the start, and not shown',
  (line) => {
    expect(() => readConfig({ RELEASE_TOKENS: line })).toThrow('release:token');
    expect(() => readConfig({ RELEASE_TOKENS: line })).not.toThrow(line);
  },
);

test('a token added to the file is known without a restart, and one removed no more', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stepwise-tokens-'));
  const file = join(folder, 'release-tokens');
  const own = { package: '*', hash: hash('of this checkout') };
  try {
    writeFileSync(file, LINES);
    const config = readConfig({ RELEASE_TOKENS_FILE: file });
    const tokens = currentTokens({ ...config, releaseTokens: [...config.releaseTokens, own] });
    const opens = (token: string) => tokens().some((each) => each.hash === hash(token));
    expect([opens('one'), opens('five'), opens('of this checkout')]).toEqual([true, false, true]);
    writeFileSync(file, `mf-plan ${hash('five')}\n`);
    expect([opens('one'), opens('five'), opens('of this checkout')]).toEqual([false, true, true]);
    // Half written: what was known stays.
    writeFileSync(file, 'mf-plan abc');
    expect([opens('one'), opens('five')]).toEqual([false, true]);
    rmSync(file);
    expect(opens('five')).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
