import { type Html, html } from './html.ts';
import { softWrap } from './soft-wrap.ts';

type Cell = Html | readonly Html[] | string | number;

/**
 * A table whose first cell of a row names the row. On a phone each row is a card, and a cell says by itself what it
 * holds; the roles keep it a table for everybody.
 */
export const table = (
  label: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  caption?: string,
): Html => html`<table class="pages-list" role="table" aria-label="${label}">
${caption && html`<caption>${caption}</caption>`}
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
  ([name, ...cells]) => html`<tr role="row">
<th role="rowheader" scope="row">${name}</th>${cells.map(
    (cell, index) =>
      html`<td role="cell" data-label="${columns[index + 1]}"><span>${typeof cell === 'string' ? softWrap(cell) : cell}</span></td>`,
  )}
</tr>`,
)}</tbody>
</table>`;
