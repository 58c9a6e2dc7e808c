import { CONTRACT_VERSION } from '@stepwise/shared-contracts/federation/contract-version';
import * as hostServices from '@stepwise/shared-contracts/federation/host-services';
import * as router from '@stepwise/shared-contracts/router';
import * as participantStore from '@stepwise/shared-contracts/store/participant-store';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import * as zustand from 'zustand';
import zustandPackage from 'zustand/package.json' with { type: 'json' };

const share = (version: string, module: object) => ({
  version,
  lib: () => module,
  shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}` },
});

/** The one instance of each module that features share with the shell, by the names of `build/shared-modules.ts`. */
export const sharedModules = {
  react: share(react.version, react),
  'react/jsx-runtime': share(react.version, jsxRuntime),
  'react-dom': share(reactDom.version, reactDom),
  'react-dom/client': share(reactDom.version, reactDomClient),
  zustand: share(zustandPackage.version, zustand),
  '@stepwise/shared-contracts/router': share(CONTRACT_VERSION, router),
  '@stepwise/shared-contracts/federation/host-services': share(CONTRACT_VERSION, hostServices),
  '@stepwise/shared-contracts/store/participant-store': share(CONTRACT_VERSION, participantStore),
};
