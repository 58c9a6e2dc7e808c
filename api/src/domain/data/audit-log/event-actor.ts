import type { AuditRow } from './read-audit-log.ts';

/** The id in `staff:<id>`; null for any other actor. */
export const staffIdOf = (actor: string): string | null => idIn('staff', actor);

export const idIn = (kind: 'staff' | 'participant', actor: string): string | null =>
  actor.startsWith(`${kind}:`) ? actor.slice(kind.length + 1) : null;

/** Beginning and ending to act say so by themselves. */
export const isOnBehalf = ({ onBehalfOf, type }: AuditRow): boolean =>
  onBehalfOf !== null && !type.startsWith('acting.');
