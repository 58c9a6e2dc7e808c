const MINUTE_MS = 60_000;

/** Runs `work` each minute, once at a time; a failure is reported, and the next minute comes. Returns what ends it. */
export function everyMinute(work: () => Promise<void>, onFailure: (error: unknown) => void): () => void {
  let isWorking = false;
  const timer = setInterval(async () => {
    if (isWorking) return;
    isWorking = true;
    try {
      await work();
    } catch (error) {
      onFailure(error);
    } finally {
      isWorking = false;
    }
  }, MINUTE_MS);
  return () => clearInterval(timer);
}
