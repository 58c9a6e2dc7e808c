import type { ParticipantStore } from '@stepwise/shared-contracts/store/participant-store';
import type { Session } from './session.ts';
import type { Snapshot } from './snapshot.ts';

/** Each answer puts the end off by as long as the answer before it is old. */
const WORTH_KEEPING_MS = 3_600_000;

/**
 * Keeps what the server has of a participant whom this device keeps logged in, at each change. What a staff member sees
 * who acts is never kept.
 */
export function keepSnapshot({ state }: Session, { server }: ParticipantStore, snapshot: Snapshot): void {
  let keptState: object | null = null;
  let keptUntil = 0;
  const keep = () => {
    const known = server.getState();
    const { isLoggedIn, keptUntil: until } = state.getState();
    if (!isLoggedIn || until === null || known.user === null || known.adminActing) return;
    if (known === keptState && until - keptUntil < WORTH_KEEPING_MS) return;
    [keptState, keptUntil] = [known, until];
    void snapshot.keep({ ...known, user: known.user }, until);
  };
  server.subscribe(keep);
  state.subscribe(keep);
}
