import { SERVICE_WORKER } from '@stepwise/shared-contracts/federation/offline-app';

/** Has the browser keep the app for times without a network, and look whether what it keeps is still given to people. */
export async function registerServiceWorker(): Promise<void> {
  // Absent on a page that comes over plain HTTP.
  const registration = await navigator.serviceWorker?.register(SERVICE_WORKER);
  if (!registration?.active) return;
  const look = () => void registration.update().catch(() => {});
  look();
  window.addEventListener('online', look);
}
