import { SHELL } from '../federation/registry.ts';

/** A release's folder below the releases' folder, which is also its path in the product's address. */
export const releasePath = ({ name, version }: { name: string; version: string }): string =>
  name === SHELL ? `shell/${version}` : `features/${name}/${version}`;

/** The window's property that a feature's container arrives in. It differs per release, so that two can meet in one page. */
export const containerName = ({ name, version }: { name: string; version: string }): string =>
  `${name}_${version}`.replace(/\W/g, '_');
