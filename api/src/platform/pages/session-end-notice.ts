import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Html, html } from '../html/html.ts';
import { PAGES_POLICY } from './page-middlewares.ts';

const script = readFileSync(join(import.meta.dirname, 'session-end-notice.script.js'), 'utf8');
const hash = createHash('sha256').update(script).digest('base64');

/** As on the server's other pages, and this one script, which asks this server only. */
export const NOTICE_PAGES_POLICY = `${PAGES_POLICY}; script-src 'sha256-${hash}'; connect-src 'self'`;

/**
 * Two minutes before the session ends it asks whether to stay, and leaves the values of the page’s forms as they are. Who
 * stays asks for `path`, which any session may.
 */
export const sessionEndNotice = (
  secondsLeft: number,
  path: string,
): Html => html`<dialog class="pages-dialog" id="session-end" role="alertdialog" aria-labelledby="session-end-title" data-seconds="${secondsLeft}" data-path="${path}">
<h2 id="session-end-title"></h2>
<p class="status" role="status"></p>
<button class="button" type="button"></button>
</dialog>
<script>${new Html(script)}</script>`;
