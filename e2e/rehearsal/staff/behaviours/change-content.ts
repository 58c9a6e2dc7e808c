import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContent } from '../../content.ts';
import type { Rehearsal } from '../../rehearsal.ts';
import { amendsOn } from './amend-consent.ts';

const MONTH_3 = 60;
const MORE_DAYS = 7;

/** While people still join; with the consent form where a rehearsal is too short for it. */
export const changesContentOn = (days: number): number => Math.min(MONTH_3, amendsOn(days));

/**
 * Changes the trial's content, for when the server starts again: longer steps, one more activity, another subject of the
 * daily reminder. Plans that were saved, and the lists of those who signed up before, stay as they are.
 */
export function changeContent({ content, contentDir, watch }: Rehearsal): void {
  const replace = (name: string, find: RegExp, by: string | ((...found: string[]) => string)) => {
    const file = join(contentDir, name);
    const text = readFileSync(file, 'utf8');
    const changed = text.replaceAll(find, by as string);
    if (changed === text) throw new Error(`${name} reads otherwise.`);
    writeFileSync(file, changed);
  };
  const longer = (_step: string, dose = '', days = '') => `${dose}, days: ${Number(days) + MORE_DAYS}`;
  replace('schedules.yaml', /(dose: [\d.]+), days: ([1-9]\d*)/g, longer);
  replace('tracker.yaml', /^activities:$/gm, 'activities:\n  - { text: Painting }');
  replace('mail.yaml', /^ {2}subject: Your two minutes$/gm, '  subject: Two minutes for today');
  Object.assign(content, readContent(contentDir));
  watch.count('changes of the content');
}
