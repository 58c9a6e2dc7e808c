/**
 * Stands in the shell's bundle for those parts of the federation runtime that only run with snapshots, manifests and the
 * runtime's own preloading. This shell has none of them, and the runtime's switches leave these parts in.
 */
export class SnapshotHandler {
  /** Plugins are offered to the handler as well; it has nothing that they could hook into. */
  hooks = { applyPlugin() {} };
}

function unused(): never {
  throw new Error('The shell is built without this part of the federation runtime.');
}

export {
  unused as defaultPreloadArgs,
  unused as formatPreloadArgs,
  unused as getGlobalRemoteInfo,
  unused as normalizePreloadExposes,
  unused as preloadAssets,
};
