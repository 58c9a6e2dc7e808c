import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { TrialContent } from './model/content.ts';

export type RehearsedContent = TrialContent & {
  tracker: {
    symptoms: { text: string; category: string; redflag?: boolean; selfHarm?: boolean }[];
    activities: { text: string }[];
  };
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
  const mail = join(to, 'mail.yaml');
  const { stepMessages: _steps, ...messages } = parse(readFileSync(mail, 'utf8'));
  writeFileSync(mail, stringify(messages));
  if (months < 4) {
    const file = join(to, 'follow-ups.yaml');
    const text = readFileSync(file, 'utf8');
    const early = text
      .replace(/^months: \[3,/m, 'months: [1, 3,')
      .replace(/days: \[0, 14, 28\]/, 'days: [0, 3, 7]');
    if (!early.includes('[1, 3,') || !early.includes('[0, 3, 7]'))
      throw new Error('follow-ups.yaml reads otherwise.');
    writeFileSync(file, early);
  }
  return readContent(to);
}

export function readContent(folder: string): RehearsedContent {
  const read = (name: string) => parse(readFileSync(join(folder, `${name}.yaml`), 'utf8'));
  const product = read('product');
  return {
    survey: read('survey'),
    setup: read('setup'),
    medicines: read('medicines').medicines,
    schedules: read('schedules').schedules,
    followUps: read('follow-ups'),
    tracker: read('tracker'),
    safety: read('safety'),
    mail: read('mail'),
    product,
    timeZone: product.timeZone,
    consentVersion: read('consent').version,
  };
}
