import { type Html, html } from '../../api/src/platform/html/html.ts';
import type { ReportWriter } from './describe-report.ts';

const STYLE = html`
:root { color-scheme: light dark; }
body { color: CanvasText; background: Canvas; font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 75ch; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 2.5rem; border-top: 1px solid; padding-top: 1rem; }
h3 { font-size: 1.0625rem; margin: 2rem 0 0.5rem; }
p, ul { margin: 0.25rem 0 0.5rem; }
ul { padding-left: 1.25rem; }
a { color: LinkText; display: inline-block; padding: 0.125rem 0; vertical-align: top; }
@media print { nav { display: none; } h2, h3 { break-after: avoid; } li { break-inside: avoid; } }
`;

/** One page without scripts, with a list of its parts. */
export function writeHtml(title: string, write: (writer: ReportWriter) => void): string {
  const parts: { heading: string; content: Html[] }[] = [];
  const opening: Html[] = [];
  const add = (piece: Html) => (parts.at(-1)?.content ?? opening).push(piece);
  write({
    heading(level, text) {
      if (level === 1) opening.push(html`<h1>${text}</h1>`);
      else if (level === 2) parts.push({ heading: text, content: [] });
      else add(html`<h3>${text}</h3>`);
    },
    paragraph: (text) => void add(html`<p>${text}</p>`),
    fact: (label, value) => void add(html`<p><strong>${label}:</strong> ${value}</p>`),
    list: (items) => void add(html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`),
  });
  return html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${opening}
<nav aria-label="Parts of this report"><ul>${parts.map(({ heading }, index) => html`<li><a href="#part-${index + 1}">${heading}</a></li>`)}</ul></nav>
${parts.map(
  ({ heading, content }, index) => html`<section aria-labelledby="part-${index + 1}">
<h2 id="part-${index + 1}">${heading}</h2>
${content}
</section>
`,
)}
</main>
</body>
</html>
`.markup;
}
