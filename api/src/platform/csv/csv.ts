export type Cell = string | number | boolean | null;

/**
 * Where a spreadsheet takes what follows for the start of a formula: at the start of a cell, and of what a program that
 * parts cells at semicolons or tabs takes for one, which may begin with quotes that it drops.
 */
const FORMULA = /(?<=^|[;\t\r\n]"*)(?=[=+\-@\t\r])/g;

/** A text as a cell: quoted where RFC 4180 asks for it, and kept from becoming a formula by an apostrophe in front. */
function textCell(text: string): string {
  const safe = text.replace(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'string') return textCell(value);
  return String(Number(value));
}

/** One line of RFC 4180, with its line end. Yes and no are 1 and 0; nothing is an empty cell. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;
