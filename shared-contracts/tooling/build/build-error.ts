/** A package that cannot be built. Its message names the package and, for each fault, the file. */
export class BuildError extends Error {
  override name = 'BuildError';
}
