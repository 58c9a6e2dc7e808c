import type { Manifest } from '@module-federation/sdk';
import type { Release } from '@stepwise/shared-contracts/federation/registry';

const ENTRY = 'remoteEntry.js';

/**
 * The manifest of a feature's release as Module Federation's tools read it (`mf-manifest.json`). It names the release's own
 * container and files; their hashes are in the registry. The shell reads the registry, so no page asks for it.
 */
export function federationManifest(name: string, { metadata, extras }: Release): Manifest {
  const { version } = metadata;
  const { container: globalName = name, load, requires = {} } = extras;
  const only = (ending: string) => load.filter((file) => file.endsWith(ending) && file !== ENTRY);
  return {
    id: name,
    name,
    metaData: {
      name,
      type: 'app',
      globalName,
      publicPath: 'auto',
      buildInfo: { buildVersion: version, buildName: name },
      remoteEntry: { name: ENTRY, path: '', type: 'global' },
    },
    shared: Object.entries(requires).map(([shared, requiredVersion]) => ({
      id: `${name}:${shared}`,
      name: shared,
      version: requiredVersion.replace(/^[~^]/, ''),
      requiredVersion,
      singleton: true,
      hash: '',
      // The shell brings them all.
      assets: { js: { sync: [], async: [] }, css: { sync: [], async: [] } },
    })),
    remotes: [],
    exposes: [
      {
        id: `${name}:feature`,
        name: 'feature',
        path: './feature',
        assets: { js: { sync: only('.js'), async: [] }, css: { sync: only('.css'), async: [] } },
      },
    ],
  };
}
