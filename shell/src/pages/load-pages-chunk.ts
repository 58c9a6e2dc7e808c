import type { ParticipantPart } from '../app/participant-part.ts';
import type { shellPages } from './shell-pages.ts';

/** webpack's name for the folder that later files come from. */
declare let __webpack_public_path__: string;

interface PagesChunk {
  shellPages: typeof shellPages;
  participantPart: ParticipantPart;
}

const folder = __webpack_public_path__;
let attempts = 0;
let loading: Promise<PagesChunk> | undefined;

/** Asks once for the shell's own pages and what a participant needs, and again after a failure. */
export function loadPagesChunk(): Promise<PagesChunk> {
  loading ??= attempt().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Each attempt has a folder of its own, so that no cache answers it with a failure. */
async function attempt(): Promise<PagesChunk> {
  attempts += 1;
  if (attempts > 1) __webpack_public_path__ = `${folder}~${attempts}/`;
  const [{ shellPages }, { participantPart }] = await Promise.all([
    import(/* webpackChunkName: "pages" */ './shell-pages.ts'),
    import(/* webpackChunkName: "pages" */ '../app/participant-part.ts'),
  ]);
  return { shellPages, participantPart };
}
