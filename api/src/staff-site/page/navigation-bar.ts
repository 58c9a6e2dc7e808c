import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { HOME, NAVIGATION } from './navigation.ts';
import type { StaffRequest } from './staff-request.ts';

/** As many stand beside each other on a phone. */
const FEW_LINKS = 4;

/** Whether a page is an entry's, or below it. */
export const isAt = (path: string, entry: string): boolean =>
  path === entry || (entry !== HOME && path.startsWith(`${entry}/`));

/** Links that stand together, with how many things wait behind them. */
interface Shown {
  /** Null for one that stands alone. */
  label: string | null;
  links: Html[];
  waits: number;
  isHere: boolean;
}

/** A phone has many links in a menu that opens; a wide screen has groups of them in one row. The style sheet shows one of both. */
export async function navigation(request: StaffRequest): Promise<Html> {
  const shown = await entriesFor(request);
  const links = shown.flatMap((each) => each.links);
  const waits = shown.reduce((sum, each) => sum + each.waits, 0);
  if (links.length <= FEW_LINKS) return html`<nav aria-label="Main">${links}</nav>`;
  return html`<details class="pages-menu"><summary>Menu${waits > 0 && html` (${waits})<span class="visually-hidden"> things that wait for the team</span>`}</summary><nav aria-label="Main">${links}</nav></details>
<div class="pages-wide"><nav aria-label="Main">${shown.map((each) => (each.label && each.links.length > 1 ? group(each) : each.links))}</nav></div>`;
}

const group = ({ label, links, waits, isHere }: Shown): Html =>
  html`<details class="pages-group" name="navigation"><summary${isHere && html` data-here`}>${label}${waits > 0 && html` (${waits})<span class="visually-hidden"> things that wait for the team</span>`}</summary><div>${links}</div></details>`;

async function entriesFor({ ctx, op, staff }: StaffRequest): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const part of NAVIGATION) {
    const isGroup = 'entries' in part;
    const into: Shown = { label: isGroup ? part.label : null, links: [], waits: 0, isHere: false };
    for (const { path, label, right, waiting } of isGroup ? part.entries : [part]) {
      if (!hasRight(staff, right)) continue;
      const count = (await waiting?.(op.db)) ?? 0;
      const isHere = isAt(ctx.path, path);
      into.waits += count;
      into.isHere ||= isHere;
      into.links.push(
        html`<a class="pages-link" href="${path}"${isHere && html` aria-current="page"`}>${label}${count > 0 && ` (${count})`}</a>`,
      );
    }
    if (into.links.length > 0) shown.push(into);
  }
  return shown;
}
