import type { Rehearsal } from '../context.ts';
import type { TrialContent } from '../model/content.ts';
import type { DocumentTruth } from '../model/documents.ts';
import type { Person } from './person.ts';
import { doseIn, stepsIn } from './read-page.ts';

/** What is said in the place of a step; where nothing is, how it would begin. */
export const holdIn = ({ safety }: TrialContent, hold: string | null): string =>
  hold ?? safety.help.dose.split('{who}')[0] ?? '';

/** The dose of today on Home, how to make it up, and what is said in the place of a step while help is on. */
export function compareHome(
  { watch, content }: Rehearsal,
  { name }: Person,
  kind: string,
  html: string,
  { dose, howToMake, hold }: DocumentTruth,
): void {
  if (hold !== null) watch.count('pages compared while help was on');
  const texts = new Set(content.doses.rows.map(({ text }) => text));
  const seen = {
    dose: doseIn(html),
    howToMake: [...texts].filter((text) => html.includes(`<p>${text}</p>`)),
    isHeld: html.includes(`<p>${holdIn(content, hold)}`),
  };
  watch.compare(kind, name, seen, {
    dose,
    howToMake: howToMake === null ? [] : [howToMake],
    isHeld: hold !== null,
  });
}

/** The dose and the steps ahead on the plan's page. */
export function comparePlan(
  { watch, content }: Rehearsal,
  { name }: Person,
  kind: string,
  html: string,
  { dose, steps, hold }: DocumentTruth,
): void {
  const isHeld = html.includes(`<p>${holdIn(content, hold)}`);
  watch.compare(kind, name, { ...stepsIn(html), isHeld }, { dose, steps, isHeld: hold !== null });
}
