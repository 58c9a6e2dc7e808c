import type { TrialContent } from './content.ts';
import type { PersonFacts } from './person.ts';
import { recordsOf } from './records.ts';
import { signsOf } from './signs.ts';

const HOUR_MS = 3_600_000;

/** The last record of self-harm of a person, and whether the team has a sign of it to deal with; null where there is none. */
export function selfHarmOf({ checkUps, resolvedSigns }: PersonFacts): { at: number; isOpen: boolean } | null {
  const recorded = recordsOf(checkUps).versions.filter(({ symptoms }) =>
    symptoms.some(({ selfHarm }) => selfHarm),
  );
  if (recorded.length === 0) return null;
  return {
    at: Math.max(...recorded.map(({ madeAt }) => madeAt)),
    isOpen: signsOf(checkUps, resolvedSigns).some(({ selfHarm, closedAt }) => selfHarm && closedAt === null),
  };
}

/**
 * Help is on after the last record of self-harm until the hours of the content have passed and the team has closed each
 * sign of it. No step ahead is shown meanwhile. Gives the words in their place; null while it is off.
 */
export function helpWords(
  { safety: { help } }: TrialContent,
  facts: PersonFacts,
  now: number,
): string | null {
  const last = selfHarmOf(facts);
  if (!last || (!last.isOpen && now >= last.at + help.hours * HOUR_MS)) return null;
  const [doctor] = facts.contacts.doctor;
  return help.dose.replace('{who}', `${doctor || 'your doctor or nurse'} or the research team`);
}
