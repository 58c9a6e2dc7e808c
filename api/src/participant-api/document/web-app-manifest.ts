import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Router from '@koa/router';
import type { Context } from 'koa';

interface IconFile {
  /** Changes with its content, so that it can be cached for ever. */
  path: string;
  content: Buffer;
}

function readIcon(file: string): IconFile {
  const content = readFileSync(join(import.meta.dirname, 'icons', file));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `/icons/${file.replace('.png', `-${hash}.png`)}`, content };
}

/** The staircase. A maskable one fills its square, with the stairs inside the circle that every device shows. */
const icons = {
  small: readIcon('icon-192.png'),
  large: readIcon('icon-512.png'),
  maskable: readIcon('maskable-512.png'),
  touch: readIcon('touch-180.png'),
};

const MANIFEST_PATH = '/app.webmanifest';
/** What a page carries so that a device can put the product among its apps. Safari takes its icon from the page. */
export const installLinks = `<link rel="manifest" href="${MANIFEST_PATH}">
<link rel="apple-touch-icon" href="${icons.touch.path}">`;

/** The web app manifest. It says no more than the product's name: others see what stands on a home screen. */
const webAppManifest = (productName: string) => ({
  id: '/',
  name: productName,
  short_name: productName,
  lang: 'en-AU',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#fbf8f3',
  theme_color: '#fbf8f3',
  icons: [
    { src: icons.small.path, sizes: '192x192', type: 'image/png' },
    { src: icons.large.path, sizes: '512x512', type: 'image/png' },
    { src: icons.maskable.path, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});

/** The manifest and its icons, which need no session. */
export function installRoutes(router: Router, productName: string): void {
  const manifest = JSON.stringify(webAppManifest(productName));
  router.get(MANIFEST_PATH, (ctx) => {
    ctx.set('cache-control', 'no-cache');
    ctx.type = 'application/manifest+json';
    ctx.body = manifest;
  });
  for (const { path, content } of Object.values(icons))
    router.get(path, (ctx: Context) => {
      ctx.set('cache-control', 'public, max-age=31536000, immutable');
      ctx.type = 'png';
      ctx.body = content;
    });
}
