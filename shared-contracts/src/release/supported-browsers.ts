import contracts from '../../package.json' with { type: 'json' };

/** The browsers that the product is built for, as browserslist queries of one browser and its lowest version each. */
export const SUPPORTED_BROWSERS: readonly string[] = contracts.browserslist;
