import * as z from 'zod';
import { type Html, html } from '../html/html.ts';

/** The page that an address asks for, from 1. */
export const pageSchema = z.coerce.number().int().min(1).max(100_000).catch(1);

/** The way to the pages of a list before and after `page`; `address` makes the address of one. Two on a page differ in `label`. */
export function pagination(
  { page, total, size }: { page: number; total: number; size: number },
  address: (page: number) => string,
  label = 'Pages of the list',
): Html | null {
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1 && page === 1) return null;
  const link = (to: number, text: string) => html`<a class="pages-link" href="${address(to)}">${text}</a>`;
  return html`<nav class="pages-turn" aria-label="${label}">
${page > 1 && link(Math.min(page - 1, last), 'Previous page')}
<span>Page ${page} of ${last}</span>
${page < last && link(page + 1, 'Next page')}
</nav>`;
}
