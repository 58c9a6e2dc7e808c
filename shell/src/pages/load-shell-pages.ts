import type { shellPages } from './shell-pages.ts';

/** webpack's name for the folder that later files come from. */
declare let __webpack_public_path__: string;

const folder = __webpack_public_path__;
let attempts = 0;

/** Asks for the shell's own pages. Each attempt has a folder of its own, so that no cache answers it with a failure. */
export async function loadShellPages(): Promise<typeof shellPages> {
  attempts += 1;
  if (attempts > 1) __webpack_public_path__ = `${folder}~${attempts}/`;
  return (await import(/* webpackChunkName: "pages" */ './shell-pages.ts')).shellPages;
}
