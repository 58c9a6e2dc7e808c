const OUTBOX_LOCK = 'outbox';

/** To the app's other tabs. A browser that blocks cookies refuses it (`SecurityError`); then this tab is alone. */
export function openChannel(name: string): Pick<BroadcastChannel, 'postMessage' | 'onmessage'> {
  try {
    return new BroadcastChannel(name);
  } catch {
    return { postMessage: () => {}, onmessage: null };
  }
}

/** Does the task while no other tab sends; where the browser has no locks, or refuses them, at once. */
export async function whileNoOtherSends(task: () => Promise<void>): Promise<void> {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return task();
  };
  // Locks are absent on a page that comes over plain HTTP.
  if (!navigator.locks) return task();
  try {
    await navigator.locks.request(OUTBOX_LOCK, begin);
  } catch (error) {
    if (isBegun) throw error;
    await task();
  }
}
