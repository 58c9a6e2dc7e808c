/** webpack's name for the folder that later files come from. */
declare let __webpack_public_path__: string;

const folder = __webpack_public_path__;

/** Loads once, and again after a failure. Each attempt has a folder of its own, so that no cache answers it with a failure. */
function later<T>(load: () => Promise<T>): () => Promise<T> {
  let attempts = 0;
  let loading: Promise<T> | undefined;
  return () => {
    if (loading) return loading;
    attempts += 1;
    __webpack_public_path__ = attempts > 1 ? `${folder}~${attempts}/` : folder;
    loading = load();
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
}

/** The shell's own pages. */
export const loadShellPages = later(
  async () => (await import(/* webpackChunkName: "pages" */ './pages/shell-pages.ts')).shellPages,
);

/** What only a participant needs. */
export const loadParticipantBundle = later(
  async () =>
    (await import(/* webpackChunkName: "participant-bundle" */ './services/participant-bundle.ts'))
      .participantBundle,
);
