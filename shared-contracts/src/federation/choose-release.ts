import { createHash } from 'node:crypto';
import { canaryRelease, liveRelease, type Registry, type Release } from './registry.ts';

/**
 * The release of a package that one person gets: always the same one while the canary lasts, on each server. `person`
 * is any text that stays theirs. A participant in a canary of 10 per cent is in it at 20 too. For Node only.
 */
export function chooseRelease(registry: Registry, name: string, person: string): Release | undefined {
  const canary = canaryRelease(registry, name);
  if (!canary?.deployment) return liveRelease(registry, name);
  const hash = createHash('sha256').update(`${person}\0${name}\0${canary.metadata.version}`).digest();
  return hash.readUInt32BE() % 100 < canary.deployment.traffic ? canary : liveRelease(registry, name);
}
