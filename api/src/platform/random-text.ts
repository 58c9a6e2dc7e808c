import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;
const pool = Buffer.alloc(POOL_BYTES);
let taken = POOL_BYTES;

/** Bytes of the system's random source, in the given encoding: it is asked for many at once, since asking is what takes long. */
export function randomText(bytes: number, encoding: 'base64' | 'base64url'): string {
  if (taken + bytes > POOL_BYTES) {
    randomFillSync(pool);
    taken = 0;
  }
  const text = pool.toString(encoding, taken, taken + bytes);
  pool.fill(0, taken, taken + bytes);
  taken += bytes;
  return text;
}
