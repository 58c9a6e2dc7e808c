import { type Html, html } from './html.ts';

type Cell = Html | Html[] | string | number;

interface ListTable {
  caption: string;
  columns: readonly string[];
  /** A cell for each column; the first one heads its row. */
  rows: readonly (readonly Cell[])[];
}

/** A table whose rows are cards on a phone, where each cell says by itself what it holds. The roles keep it a table for everybody. */
export const listTable = ({
  caption,
  columns,
  rows,
}: ListTable): Html => html`<table class="pages-list" role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
  ([head, ...cells]) => html`<tr role="row">
<th role="rowheader" scope="row">${head}</th>
${cells.map((cell, index) => html`<td role="cell" data-label="${columns[index + 1]}"><span>${cell}</span></td>`)}
</tr>`,
)}</tbody>
</table>`;
