import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(import.meta.dirname, 'pages.css'), 'utf8');
const version = createHash('sha256').update(css).digest('hex').slice(0, 12);

/** The style sheet of the server's own pages. Its address changes with its content, so that it can be cached for ever. */
export const pagesStylesheet = { css, path: `/admin/pages-${version}.css` };
