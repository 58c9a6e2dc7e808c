import type { CallShape, Release } from '@stepwise/shared-contracts/federation/registry';
import type { FlipOrder, ReleasesView } from '@stepwise/shared-contracts/release/publish-messages';

/** Where releases go live: a folder of this machine, or a running product. */
export interface ReleasePlace {
  /** For people: 'in /srv/releases'. */
  where: string;
  look(name: string): Promise<ReleasesView>;
  /** What the API there provides. */
  calls(): Promise<readonly CallShape[]>;
  /** Puts a copy of a live release into another releases' folder. */
  copy(name: string, release: Release, folder: string): Promise<void>;
  /** Keeps a release that lies in another releases' folder, for a flip to follow. */
  publish(name: string, release: Release, folder: string): Promise<void>;
  /** Throws FlipError, GateError, RegistryConflictError or PlaceError, and has then changed nothing. */
  flip(name: string, order: FlipOrder): Promise<void>;
}

/** What another machine has refused, or why it cannot be asked. */
export class PlaceError extends Error {
  override name = 'PlaceError';
}
