export type Cell = string | number | boolean | null;

/** Signs that a spreadsheet takes for the start of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A text as a cell: quoted where RFC 4180 asks for it, and kept from becoming a formula by an apostrophe in front. */
function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'string') return textCell(value);
  return String(Number(value));
}

/** One line of RFC 4180, with its line end. Yes and no are 1 and 0; nothing is an empty cell. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;
