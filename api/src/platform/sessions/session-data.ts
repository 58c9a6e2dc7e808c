/** What a browser's session remembers. Each door declares the fields that only it keeps there, beside their use. */
export interface SessionData {
  /** When the session began, in ms since the epoch: the absolute time-out counts from here. */
  startedAt: number;
  /** The token that a POST has to bring in its header. */
  csrfToken: string;
  participantId?: string;
  /** The participant's device, which the session ends with. */
  deviceId?: string;
  /** Until when the device stays logged in (ms), if the participant said that it should. */
  keptUntil?: number;
  /** When they last gave their password or used a passkey here (ms); else it was as the session began. */
  loggedInAt?: number;
  /** The device was logged out because a copy of its token was used. */
  deviceEnded?: true;
  staffId?: string;
  /** The browser and system of a member of staff, in plain words. */
  browser?: string;
  /** They gave a code of their second factor at log-in, or set it up since. */
  secondFactor?: true;
  /** Gave the right password and owes a code until the instant (ms). The session is not logged in meanwhile. */
  awaitsCode?: { staffId: string; until: number };
  /** The encrypted secret of a second factor that is being set up. */
  newSecret?: string;
  /** What ended without their doing, until a page has shown it: the team's session, or acting, with or without it. */
  ended?: 'session' | 'acting';
  /** A member of staff acting for `participantId`, until the instant (ms). */
  acting?: { reason: string; until: number };
  /** What a passkey is to sign, once, until the instant (ms). */
  challenge?: {
    purpose: 'add' | 'log-in' | 'second-factor' | 'proof' | 'signature';
    challenge: string;
    until: number;
  };
  /** The hash of the token by which this browser may choose a new password. */
  passwordReset?: string;
  /** The version of a shell that failed in this browser, so that it gets another one. */
  failedShell?: string;
}

/** Whose saves this browser sends: a participant's, or those of one member of staff in their place. */
export const accountOf = ({ participantId, staffId, acting }: SessionData): string | undefined =>
  acting ? `${participantId}/${staffId}` : participantId;

/** Who asks, by their id: a member of staff also where they act for a participant. */
export function actorOf({
  staffId,
  participantId,
}: SessionData): `staff:${string}` | `participant:${string}` | 'visitor' {
  if (staffId) return `staff:${staffId}`;
  return participantId ? `participant:${participantId}` : 'visitor';
}
