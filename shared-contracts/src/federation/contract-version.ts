import contracts from '../../package.json' with { type: 'json' };

/** The version of shared-contracts in this build. */
export const CONTRACT_VERSION: string = contracts.version;
