/** Each row of a page's tables and facts as its cells, without markup. */
export const rowsOfPage = (text: string): string[][] =>
  [...text.matchAll(/<tr role="row">([\s\S]*?)<\/tr>|<dt>[\s\S]*?<\/dd>/g)].map(([row]) =>
    [...row.matchAll(/<(?:th|td|dt|dd)[^>]*>([\s\S]*?)<\/(?:th|td|dt|dd)>/g)].map(([, cell = '']) =>
      cell.replace(/<span class="visually-hidden">.*?<\/span>|<[^>]*>/g, '').trim(),
    ),
  );
