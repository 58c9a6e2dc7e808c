/** A package that cannot be built. The message names the package and the file of each error. */
export class BuildError extends Error {
  override name = 'BuildError';
}
