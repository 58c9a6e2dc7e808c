import { fillIn } from '../entities/fill-in.ts';
import type { HelpData } from '../entities/help.ts';

/** What stands in the place of a planned step while help is on. `doctor` is the name of the doctor or nurse, or empty. */
export const holdWords = ({ dose }: HelpData, doctor: string): string =>
  fillIn(dose, { who: `${doctor || 'your doctor or nurse'} or the research team` }) ?? dose;
