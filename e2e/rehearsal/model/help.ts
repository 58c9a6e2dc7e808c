import type { TrialContent } from './content.ts';
import type { PersonFacts } from './person.ts';
import { recordsOf } from './records.ts';
import { signsOf } from './signs.ts';

const HOUR_MS = 3_600_000;

/**
 * Help is on after the last record of self-harm until the hours of the content have passed and the team has closed each
 * sign of it. No step ahead is shown meanwhile. Gives the words in their place; null while it is off.
 */
export function helpWords(
  { safety: { help } }: TrialContent,
  { checkUps, resolvedSigns, contacts }: PersonFacts,
  now: number,
): string | null {
  const recorded = recordsOf(checkUps).versions.filter(({ symptoms }) =>
    symptoms.some(({ selfHarm }) => selfHarm),
  );
  const last = Math.max(...recorded.map(({ madeAt }) => madeAt));
  const isOpen = signsOf(checkUps, resolvedSigns).some((sign) => sign.selfHarm && sign.closedAt === null);
  if (!isOpen && now >= last + help.hours * HOUR_MS) return null;
  const [doctor] = contacts.doctor;
  return help.dose.replace('{who}', `${doctor || 'your doctor or nurse'} or the research team`);
}
