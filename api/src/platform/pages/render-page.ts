import type { Contact } from '@stepwise/shared-contracts/entities/site-content';
import {
  liveRelease,
  type Registry,
  releaseFolder,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import type { Context } from 'koa';
import { helpLine } from '../html/help-contacts.ts';
import { type Html, html } from '../html/html.ts';
import { pagesStylesheet } from '../html/pages-stylesheet.ts';

export interface Page {
  title: string;
  main: Html;
  /** What stands above the page's content; only the brand stands there otherwise. */
  header?: Html;
}

/** What the pages of one part of the site have in common. */
export interface PageSite {
  /** The name at the top, which links to `home`. */
  brand: string;
  home: string;
  /** The words of the link to `home` on an error page. */
  homeText: string;
  /** Whom to call at any time. The team's own pages have none. */
  contacts?: readonly Contact[];
}

/** What stands before the content of every page in this browser, or null. */
type FindBar = (ctx: Context, registry: Registry) => Promise<Html | null>;

/**
 * Renders the pages that the server makes itself, without a script, in the design of the shell that is live. Where no release
 * can be read they work, plainly.
 */
export const pageRenderer =
  (readRegistry: () => Promise<Registry>, findBar: FindBar) =>
  (site: PageSite) =>
  async (ctx: Context, { main, ...page }: Page): Promise<string> => {
    const registry = await readRegistry().catch(() => null);
    const bar = registry && (await findBar(ctx, registry).catch(() => null));
    return composePage({ look: lookOf(registry), ...site }, { ...page, main: html`${bar}${main}` });
  };

export type PageRenderer = ReturnType<typeof pageRenderer>;
export type RenderPage = ReturnType<PageRenderer>;

/** A whole page; `look` is what its head holds of styles and icons. */
export const composePage = (
  { look, brand, home, contacts }: Omit<PageSite, 'homeText'> & { look: Html | readonly Html[] },
  { title, main, header }: Page,
): string =>
  html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<title>${title} - ${brand}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${look}
</head>
<body>
${header && html`<a class="pages-skip" href="#main">Skip to main content</a>`}
<header class="pages-header">
<a class="pages-brand" href="${home}">${mark}${brand}</a>
${header ?? null}
</header>${contacts ? helpLine(contacts) : null}
<main class="pages-main" id="main">
${main}
</main>
</body>
</html>
`.markup;

/** The shell's style sheet, which contains the design system, and its icon, with the layout of these pages. */
function lookOf(registry: Registry | null): Html[] {
  const shell = registry && liveRelease(registry, SHELL);
  const layout = html`<link rel="stylesheet" href="${pagesStylesheet.path}">`;
  if (!shell) return [layout];
  const urlsOf = (extension: string) =>
    shell.extras.assets
      .filter(({ path }) => path.endsWith(extension))
      .map(({ path }) => releaseFolder(shell) + path);
  return [
    ...urlsOf('.css').map((url) => html`<link rel="stylesheet" href="${url}">`),
    ...urlsOf('.svg').map((url) => html`<link rel="icon" type="image/svg+xml" href="${url}">`),
    layout,
  ];
}

const mark = html`<svg class="brand-mark" viewBox="0 0 32 32" width="30" height="30" aria-hidden="true"><rect width="32" height="32" rx="9" fill="var(--mark)"/><path d="M6 9h7v6h7v6h6" fill="none" stroke="var(--accent)" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
