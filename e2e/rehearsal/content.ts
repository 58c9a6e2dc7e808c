import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { TrialContent } from './model/content.ts';

export type RehearsedContent = TrialContent & {
  safety: Record<
    'severities' | 'relatedness' | 'expectedness' | 'outcomes' | 'actions',
    { id: string; fatal?: boolean }[]
  >;
  mail: Record<string, { subject: string; last?: { subject: string } }>;
  product: { name: string; researchTeam: { email: string } };
};

/** A copy of the trial's content, without messages about a step, of which the model knows nothing; where a rehearsal is too short for a follow-up, with one after a month. */
export function copyContent(from: string, to: string, months: number): RehearsedContent {
  cpSync(from, to, { recursive: true });
  editContent<{ stepMessages?: unknown }>(to, 'mail', (mail) => {
    delete mail.stepMessages;
  });
  if (months < 4)
    editContent<TrialContent['followUps']>(to, 'follow-ups', (followUps) => {
      followUps.months.unshift(1);
      followUps.reminders.days = [0, 3, 7];
    });
  return readContent(to);
}

/** Changes a file of the content. */
export function editContent<T>(folder: string, name: string, edit: (content: T) => void): void {
  const file = join(folder, `${name}.yaml`);
  const content = parse(readFileSync(file, 'utf8'));
  edit(content);
  writeFileSync(file, stringify(content));
}

export function readContent(folder: string): RehearsedContent {
  const read = (name: string) => parse(readFileSync(join(folder, `${name}.yaml`), 'utf8'));
  const product = read('product');
  return {
    survey: read('survey'),
    setup: read('setup'),
    medicines: read('medicines').medicines,
    schedules: read('schedules').schedules,
    doses: read('doses'),
    followUps: read('follow-ups'),
    tracker: read('tracker'),
    safety: read('safety'),
    mail: read('mail'),
    product,
    timeZone: product.timeZone,
    consentVersion: read('consent').version,
  };
}
