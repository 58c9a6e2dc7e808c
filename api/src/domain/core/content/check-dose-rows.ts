import type { ContentFiles, DoseRow, Form, Medicine } from './content.schema.ts';

type Report = (path: string, fault: string) => void;
type Part = DoseRow['take'][number][number];

/**
 * A wrong row is a wrong dose: each must add up to its dose, from forms that its medicine has and that may be divided so,
 * in words that say the same amounts.
 */
export function checkDoseRows(
  { doses: { rows }, medicines: { medicines } }: Pick<ContentFiles, 'doses' | 'medicines'>,
  report: Report,
): void {
  const seen = new Map<string, number>();
  rows.forEach((row, r) => {
    const path = `rows[${r}]`;
    const medicine = medicines.find(({ id }) => id === row.medicine);
    if (!medicine) {
      report(`${path}.medicine`, `there is no medicine ${row.medicine}`);
      return;
    }
    const key = JSON.stringify([row.medicine, row.dose, row.timesperday, formsOf(row)]);
    const same = seen.get(key);
    if (same === undefined) seen.set(key, r);
    else report(path, `has the medicine, dose, times a day and forms of rows[${same}]`);
    const name = `${medicine.name} ${row.dose} ${medicine.unit}`;
    checkRow(row, medicine, path, (at, fault) => report(at, `${name}: ${fault}`));
  });
}

/** The forms (ids) that a person needs for a row, each once, in order. */
export const formsOf = ({ take }: DoseRow): number[] =>
  [...new Set(take.flat().map(({ form }) => form))].sort((a, b) => a - b);

function checkRow(row: DoseRow, medicine: Medicine, path: string, report: Report): void {
  const { dose, timesperday, take, everySecondDay, text } = row;
  if (dose > medicine.maxPerDay)
    report(`${path}.dose`, `is more than maxPerDay, ${medicine.maxPerDay} ${medicine.unit}`);
  if (!medicine.timesperday.includes(timesperday))
    report(`${path}.timesperday`, `is not taken ${timesperday} times a day`);
  if (take.length > timesperday)
    report(`${path}.take`, `has ${take.length} times of the day, more than timesperday, ${timesperday}`);
  let total = 0;
  const phrases: string[] = [];
  for (const [t, parts] of take.entries())
    for (const [p, part] of parts.entries()) {
      const partPath = `${path}.take[${t}][${p}]`;
      const form = medicine.forms.find(({ id }) => id === part.form);
      if (!form) {
        report(`${partPath}.form`, `there is no form ${part.form} of ${medicine.name}`);
        return;
      }
      const fault = faultOf(part, form, everySecondDay);
      if (fault) report(partPath, fault);
      total += unitsOf(part, form) * form.mg;
      phrases.push(inWords(part, form));
    }
  const daily = Math.round((everySecondDay ? total / 2 : total) * 1000) / 1000;
  if (daily !== dose)
    report(path, `adds up to ${daily} ${medicine.unit} a day, not ${dose} ${medicine.unit}`);
  if (everySecondDay !== text.includes(EVERY_SECOND_DAY))
    report(`${path}.text`, `must say "${EVERY_SECOND_DAY}" where everySecondDay is set, and nowhere else`);
  checkText(text, phrases, `${path}.text`, report);
}

const EVERY_SECOND_DAY = 'every second day';

/** How many tablets, capsules or smallest amounts of a liquid. */
const unitsOf = (part: Part, { mL }: Form): number =>
  'count' in part ? part.count : part.mL / (mL ?? Number.NaN);

function faultOf(part: Part, form: Form, everySecondDay: boolean): string | null {
  if ('mL' in part) {
    if (form.mL === undefined) return `${form.text}: is counted, not measured in mL`;
    const units = unitsOf(part, form);
    if (Math.abs(units - Math.round(units)) > 1e-6)
      return `${part.mL} mL cannot be measured in steps of ${form.mL} mL`;
  } else {
    if (form.mL !== undefined) return `${form.text}: give mL, not a count`;
    if (part.count % 1 !== 0 && !form.halves) return `${form.text}: is taken whole, not ${part.count}`;
  }
  if (everySecondDay && !form.everySecondDay) return `${form.text}: is not taken every second day`;
  return null;
}

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six'];

/** `half of a 50 mg tablet`, `one 50 mg tablet`, `one and a half 50 mg tablets`, `0.25 mL of the oral drops`. */
function inWords(part: Part, { text, many = `${text}s` }: Form): string {
  if ('mL' in part) return `${part.mL} mL of the ${text}`;
  const { count } = part;
  if (count === 0.5) return `half of a ${text}`;
  if (count === 1) return `one ${text}`;
  return `${NUMBERS[Math.floor(count)]}${count % 1 ? ' and a half' : ''} ${many}`;
}

const ANY_NUMBER = new RegExp(`\\d|\\b(${NUMBERS.slice(1).join('|')}|half)\\b`);

/** The text says each amount in its order, and no other number. */
function checkText(text: string, phrases: readonly string[], path: string, report: Report): void {
  let rest = text.toLowerCase();
  let besides = '';
  for (const phrase of phrases) {
    const at = rest.indexOf(phrase.toLowerCase());
    if (at < 0) {
      report(path, `must say "${phrase}", in the order of take`);
      return;
    }
    besides += rest.slice(0, at);
    rest = rest.slice(at + phrase.length);
  }
  if (ANY_NUMBER.test(`${besides} ${rest}`)) report(path, 'says a number that take does not have');
}
