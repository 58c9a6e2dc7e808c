/**
 * `npm run gallery`: every component of the design system in each state as a page in `.stepwise/gallery`, in light and
 * dark at three widths. It needs no server.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { commonConfig } from '../build/webpack-preset.ts';

export const GALLERY = join(import.meta.dirname, '../../../.stepwise/gallery');
const WIDTHS = [320, 768, 1280];
const SCHEMES = ['light', 'dark'];

const document = (
  title: string,
  body: string,
) => `<!doctype html><html lang="en-AU"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${body}</html>
`;

const frames = WIDTHS.flatMap((width) =>
  SCHEMES.map(
    (scheme) =>
      `<h2>${width} px, ${scheme}</h2><iframe src="components.html" title="${width} px, ${scheme}" style="width:${width}px;height:80vh;color-scheme:${scheme};border:1px solid"></iframe>`,
  ),
);

mkdirSync(GALLERY, { recursive: true });
writeFileSync(
  join(GALLERY, 'components.html'),
  document(
    'Components',
    '<style>main{padding:1rem}</style><link rel="stylesheet" href="main.css"><script defer src="main.js"></script></head><body></body>',
  ),
);
writeFileSync(
  join(GALLERY, 'index.html'),
  document(
    'Components: light and dark, at three widths',
    `</head><body><h1>Components</h1>${frames.join('')}</body>`,
  ),
);
const compiler = webpack({
  ...commonConfig({ folder: import.meta.dirname, name: 'gallery', version: 'gallery', output: GALLERY }),
  entry: { main: './components.tsx' },
});
if (!compiler) throw new Error('webpack made no compiler.');
const stats = await promisify(compiler.run.bind(compiler))();
await promisify(compiler.close.bind(compiler))();
if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
const styles = join(GALLERY, 'main.css');
// What has to be seen without a pointer or the keyboard: inside `data-state`, as the page has it.
const shown = readFileSync(styles, 'utf8')
  .replaceAll(/:hover(?![\w)])/g, ':is(:hover,[data-state=hover] *)')
  .replaceAll(':focus-visible', ':is(:focus-visible,[data-state=focus] :is(a,button,input,select))');
writeFileSync(styles, shown);
process.stdout.write(`The gallery is at ${pathToFileURL(join(GALLERY, 'index.html'))}\n`);
