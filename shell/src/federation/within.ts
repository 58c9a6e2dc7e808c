class FeatureTimeoutError extends Error {
  override name = 'FeatureTimeoutError';
}

/** What `work` gives, or a FeatureTimeoutError after `ms`. */
export function within<T>(ms: number, work: Promise<T>, feature: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FeatureTimeoutError(`${feature} did not load in ${ms} ms`)), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
