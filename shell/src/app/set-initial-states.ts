import type { FeatureLoader } from '../federation/load-feature.ts';
import type { ShellServices } from '../services/shell-services.ts';

/**
 * Makes what is known now the first state of each store, which is what React renders on the server and hydrates with.
 * What is unsent is shown right after that.
 */
export function setInitialStates({ session, store }: ShellServices, loader: FeatureLoader): void {
  const known = store.server.getState();
  Object.assign(store, { getInitialState: () => known });
  for (const state of [session.state, loader.state, store.server]) {
    const initial = state.getState();
    Object.assign(state, { getInitialState: () => initial });
  }
}
