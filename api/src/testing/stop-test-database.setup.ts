/** After the API's tests. */
export default async function stopTestDatabase(): Promise<void> {
  await globalThis.stopTestDatabase?.();
}
