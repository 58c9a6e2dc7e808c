/**
 * The modules of which a page has exactly one instance. The shell brings them (`shell/src/federation/shared.ts`), a
 * feature's release holds none of them. Subpaths are modules of their own: sharing react-dom shares no react-dom/client.
 */
export const SHARED_PACKAGES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'zustand',
] as const;

/** The same of shared-contracts, by subpath. They hold a React context or the store, which only work as one instance. */
export const SHARED_CONTRACTS = ['router', 'federation/host-services', 'store/participant-store'] as const;
