import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from '@stepwise/api/src/platform/html/html.ts';
import type { Screen } from './read-screen.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
section{border-top:1px solid #888;break-inside:avoid-page}h2{font-size:1.1rem}p{margin:.25rem 0}
.spoken{font-style:italic}@media print{body{font-size:11pt;margin:0}}`;

/**
 * `screens.html`, to read and print, and `screens.txt`, a line for each line of a screen, to compare with the version
 * before. Neither has a date.
 */
export function writeDocument(
  folder: string,
  name: string,
  version: string,
  screens: readonly Screen[],
): void {
  mkdirSync(folder, { recursive: true });
  const title = `${name}: every screen in words`;
  const page = html`<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body>
<h1>${title}</h1>
<p>Content version ${version}. Words that only screen readers say are slanted.</p>
<ol>${screens.map(({ title }, index) => html`<li><a href="#screen-${index}">${title}</a></li>`)}</ol>
${screens.map(
  ({ title, lines, spoken }, index) => html`<section id="screen-${index}"><h2>${index + 1}. ${title}</h2>
${lines.map((line) => html`<p>${line}</p>`)}
${spoken.map((line) => html`<p class="spoken">${line}</p>`)}
</section>`,
)}
</body></html>
`;
  writeFileSync(join(folder, 'screens.html'), page.markup);
  const text = screens.map(({ title, lines, spoken }) =>
    [`=== ${title} ===`, ...lines, ...spoken.map((line) => `(${line})`)].join('\n'),
  );
  writeFileSync(join(folder, 'screens.txt'), `${text.join('\n\n')}\n`);
}
