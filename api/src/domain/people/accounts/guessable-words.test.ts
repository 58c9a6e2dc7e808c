import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../../platform/config/config.ts';
import { findPasswordError } from '../../../platform/passwords/password.ts';
import { loadContent } from '../../core/content/load-content.ts';
import { guessableWords } from './guessable-words.ts';

const content = loadContent(readConfig({}).contentDir);
const errorOf = (password: string) =>
  findPasswordError(
    password,
    guessableWords(content, ['ada.quartermain@tarremah.example', 'Ada', 'Quartermain']),
  );

describe('a new password', () => {
  test.each([
    ...['stepwise2026', 'Stepwise1!', 'antidepressant', 'Antidepressants1', 'depression22', 'tapering2026'],
    ...['sertraline50', 'Venlafaxine!', 'quartermain7', 'tarremah2026', 'ada.quartermain'],
    ...['Stepwise123!', 'sertraline100mg', '!2026!Zoloft!2026!', 'Quartermain#1984#x'],
  ])('of a word of the trial or the person is too easy: %s', async (password) => {
    expect(await errorOf(password)).toMatch(/too easy/);
  });

  test.each(['stepwise otter kite lantern', 'seven quiet lanterns', 'k7#vQ9!zRw', 'Ada7#vQ9!zRwk2'])(
    'may hold such a word among others: %s',
    async (password) => {
      expect(await errorOf(password)).toBeNull();
    },
  );
});
