import type { Medicine, Schedule } from './content.schema.ts';
import { realMg } from './stored-dose.ts';

type Report = (path: string, fault: string) => void;

/**
 * A wrong word is a wrong dose: the number shown has to be the medicine's, what is taken has to add up to it, and the
 * split has to say the same numbers, each split once.
 */
export function checkDoseWords(
  { doseWords }: Schedule,
  medicine: Medicine,
  path: string,
  report: Report,
): void {
  doseWords.forEach((words, index) => {
    const { dose, shown = dose, take, split } = words;
    const at = `${path}.doseWords[${index}]`;
    const earlier = doseWords.slice(0, index);
    if (earlier.some((other) => other.dose === dose)) report(`${at}.dose`, `${dose} is listed twice`);
    if (earlier.some((other) => other.split === split))
      report(`${at}.split`, 'says the same as another dose');
    const real = realMg(dose, medicine);
    if (shown !== real) report(`${at}.shown`, `${dose} of ${medicine.name} is ${real}, not ${shown}`);
    const total = Math.round(take.reduce((sum, part) => sum + part, 0) * 1000) / 1000;
    if (total !== shown) report(`${at}.take`, `adds up to ${total}, not ${shown}`);
    const said = split.match(/\d+(?:\.\d+)?/g)?.map(Number) ?? [];
    if (String(said) !== String([...new Set(take)]))
      report(`${at}.split`, `says ${said.join(', ') || 'no number'}, not ${take.join(', ')} as take does`);
  });
  for (const { dose, mg } of medicine.doses)
    if (mg !== dose && !doseWords.some((words) => words.dose === dose))
      report(`${path}.doseWords`, `${dose} of ${medicine.name} is ${mg} and must be shown so`);
}
