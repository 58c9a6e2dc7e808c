import * as releaseCalls from '@stepwise/shared-contracts/calls/release.calls';
import * as surveyCalls from '@stepwise/shared-contracts/calls/survey.calls';
import * as callError from '@stepwise/shared-contracts/client/call-error';
import * as preventDoubleTap from '@stepwise/shared-contracts/design-system/prevent-double-tap';
import * as user from '@stepwise/shared-contracts/entities/user';
import { CONTRACT_VERSION } from '@stepwise/shared-contracts/federation/contract-version';
import * as hostServices from '@stepwise/shared-contracts/federation/host-services';
import * as router from '@stepwise/shared-contracts/router';
import * as participantStore from '@stepwise/shared-contracts/store/participant-store';
import react from 'react';
import jsxRuntime from 'react/jsx-runtime';
import reactDom from 'react-dom';
import * as zustand from 'zustand';
import zustandPackage from 'zustand/package.json' with { type: 'json' };

const contract = (module: object) => ({ version: CONTRACT_VERSION, module });

/** The shared modules that come with the shell itself, in the browser and on the server, by name. */
export const eagerModules = {
  react: { version: react.version, module: react },
  'react/jsx-runtime': { version: react.version, module: jsxRuntime },
  'react-dom': { version: reactDom.version, module: reactDom },
  zustand: { version: zustandPackage.version, module: zustand },
  '@stepwise/shared-contracts/router': contract(router),
  '@stepwise/shared-contracts/federation/host-services': contract(hostServices),
  '@stepwise/shared-contracts/store/participant-store': contract(participantStore),
  '@stepwise/shared-contracts/client/call-error': contract(callError),
  '@stepwise/shared-contracts/design-system/prevent-double-tap': contract(preventDoubleTap),
  '@stepwise/shared-contracts/calls/release.calls': contract(releaseCalls),
  '@stepwise/shared-contracts/calls/survey.calls': contract(surveyCalls),
  '@stepwise/shared-contracts/entities/user': contract(user),
};
