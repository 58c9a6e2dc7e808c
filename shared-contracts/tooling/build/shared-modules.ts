/**
 * The modules of which a page has exactly one instance. The shell brings them (`shell/src/federation/shared-modules.ts`),
 * a feature's release holds none of them. Subpaths are modules of their own: sharing react-dom shares no
 * react-dom/client.
 */
export const SHARED_PACKAGES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'zustand',
] as const;

/**
 * The same of shared-contracts, by subpath. The first five hold a React context, the store, the page's last press or a
 * class that `instanceof` asks for, and only work as one instance. The others hold schemas, of which the shell has
 * most for the outbox; each feature would carry zod a second time. A new file of calls or of entities with schemas belongs in here.
 */
export const SHARED_CONTRACTS = [
  'router',
  'federation/host-services',
  'store/participant-store',
  'client/call-error',
  'design-system/prevent-double-tap',
  'calls/consent.calls',
  'calls/content.calls',
  'calls/device.calls',
  'calls/follow-up.calls',
  'calls/passkey.calls',
  'calls/plan.calls',
  'calls/release.calls',
  'calls/reminder.calls',
  'calls/session.calls',
  'calls/setup.calls',
  'calls/stop.calls',
  'calls/survey.calls',
  'calls/tracker.calls',
  'calls/user.calls',
  'entities/consent',
  'entities/tracker',
  'entities/user',
] as const;
