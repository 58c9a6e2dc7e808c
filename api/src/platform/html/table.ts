import { type Html, html } from './html.ts';
import { softWrap } from './soft-wrap.ts';

/** A column by which the rows can be put in order, with the address that does so. */
interface SortedColumn {
  text: string;
  href: string;
  /** The rows are in its order now. */
  order: 'ascending' | 'descending' | null;
}

type Cell = Html | readonly Html[] | string | number;

/**
 * A table whose first cell of a row names the row. On a phone each row is a card, and a cell says by itself what it
 * holds; the roles keep it a table for everybody.
 */
export const table = (
  label: string,
  columns: readonly (string | SortedColumn)[],
  rows: readonly (readonly Cell[])[],
  caption?: string,
): Html => html`<table class="pages-list" role="table" aria-label="${label}">
${caption && html`<caption>${caption}</caption>`}
<thead role="rowgroup"><tr role="row">${columns.map(columnHead)}</tr></thead>
<tbody role="rowgroup">${rows.map(
  ([name, ...cells]) => html`<tr role="row">
<th role="rowheader" scope="row">${name}</th>${cells.map(
    (cell, index) =>
      html`<td role="cell" data-label="${textOf(columns[index + 1] ?? '')}"><span>${typeof cell === 'string' ? softWrap(cell) : cell}</span></td>`,
  )}
</tr>`,
)}</tbody>
</table>`;

const textOf = (column: string | SortedColumn): string => (typeof column === 'string' ? column : column.text);

const columnHead = (column: string | SortedColumn): Html =>
  typeof column === 'string'
    ? html`<th role="columnheader" scope="col">${column}</th>`
    : html`<th role="columnheader" scope="col"${column.order && html` aria-sort="${column.order}"`}><a class="pages-link" href="${column.href}">${column.text}${column.order && html` <span aria-hidden="true">${column.order === 'ascending' ? '↑' : '↓'}</span>`}</a></th>`;
