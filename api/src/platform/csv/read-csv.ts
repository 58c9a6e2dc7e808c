/** A line, and that its cells are no cells of a table. */
export class CsvError extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`Line ${line} is no line of a table.`);
    this.line = line;
  }
}

/**
 * Reads RFC 4180 by its grammar: the cells of each row. Lines may also end with a line feed only, as may the last one with
 * nothing. Throws CsvError where a cell is not quoted as it has to be.
 */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (cells.lastIndex < text.length) {
    const at = cells.lastIndex;
    const [, quoted, plain = '', end] = cells.exec(text) ?? [];
    if (end === undefined) throw new CsvError(text.slice(0, at).split('\n').length);
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end.endsWith('\n')) rows.push([]);
    else if (end === '') break;
    // A comma as the last sign of the text has an empty cell after it.
    else if (cells.lastIndex === text.length) rows.at(-1)?.push('');
  }
  return rows.at(-1)?.length === 0 ? rows.slice(0, -1) : rows;
}
