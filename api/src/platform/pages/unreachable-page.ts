import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { Logger } from 'pino';
import { describeError } from '../errors/describe-error.ts';
import { helpContacts } from '../html/help-contacts.ts';
import { Html, html } from '../html/html.ts';
import { pagesStylesheet } from '../html/pages-stylesheet.ts';
import { composePage } from './render-page.ts';

/** By this name the gateway knows the page. */
export const UNREACHABLE_FILE = 'unreachable.html';

/** The design system in one piece, without the font, which cannot be sent then. */
function lookInOnePiece(): string {
  const file = createRequire(import.meta.url).resolve(
    '@stepwise/shared-contracts/design-system/design-system.css',
  );
  return readFileSync(file, 'utf8')
    .replace(/@import "([^"]+)";/g, (_, part: string) => readFileSync(join(dirname(file), part), 'utf8'))
    .replace(/@font-face \{[^}]*\}/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '');
}

/**
 * The page that the gateway shows while no replica of this server answers: it needs nothing else, runs nothing, and its
 * style is the one that its policy names.
 */
export function renderUnreachablePage(site: SiteContent): string {
  const style = lookInOnePiece() + pagesStylesheet.css;
  const hash = createHash('sha256').update(style).digest('base64');
  const look = html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<style>${new Html(style)}</style>`;
  const title = `${site.productName} cannot be reached just now`;
  return composePage(
    { look, brand: site.productName, home: '/', contacts: [site.emergency, site.counselling] },
    {
      title,
      main: html`<div class="pages-narrow"><h1>${title}</h1>
<p>The fault is on our side. What you saved is safe. Please try again in a few minutes.</p>
<p><a class="button" data-variant="filled" href="">Try again</a></p>${helpContacts(site)}
</div>`,
    },
  );
}

/** Puts the page where the gateway finds it, whole or not at all. A server that cannot do so is of use without it. */
export async function writeUnreachablePage(
  folder: string,
  site: SiteContent,
  log: Pick<Logger, 'error'>,
): Promise<void> {
  try {
    const draft = join(folder, `.${process.pid}-${UNREACHABLE_FILE}`);
    await writeFile(draft, renderUnreachablePage(site));
    await rename(draft, join(folder, UNREACHABLE_FILE));
  } catch (error) {
    log.error(describeError(error), 'the page for when no replica answers could not be written');
  }
}
