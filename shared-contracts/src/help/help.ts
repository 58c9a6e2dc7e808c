import type { HelpData } from '../entities/help.ts';

/** Help is on. */
export interface Help {
  /** Where the last tick of self-harm is: with the server, on its way there, or in a check-up that is not saved. */
  source: 'saved' | 'unsent' | 'draft';
  /** When it was recorded or ticked (ISO, UTC). */
  since: string;
  /** When the team first looked at it (ISO, UTC); null until then. */
  readAt: string | null;
}

export interface HelpSources {
  /** As the server has it, with what the device has not sent. Undefined for a visitor and from earlier servers. */
  shown: HelpData | undefined;
  /** As the server has it. */
  saved: HelpData | undefined;
  /** The check-up that was begun on this device, as `outbox.state` has it. */
  draft: unknown;
}

const HOUR_MS = 3_600_000;

/**
 * Whether help is on, or null. After the last record of self-harm it is on until the hours have passed and the team has
 * closed its sign, whatever is recorded later; after a tick that was not saved, until the hours have passed.
 */
export function helpOf({ shown, saved, draft }: HelpSources, now: Date): Help | null {
  const lasts = (at: string) => now.getTime() < Date.parse(at) + (shown?.hours ?? Infinity) * HOUR_MS;
  const recorded = shown?.selfHarm;
  const isRecorded = recorded && (recorded.isOpen || lasts(recorded.at));
  const ticked = selfHarmInDraft(draft);
  if (ticked && lasts(ticked) && !(isRecorded && recorded.at >= ticked))
    return { source: 'draft', since: ticked, readAt: null };
  if (!isRecorded) return null;
  const source = recorded === saved?.selfHarm ? 'saved' : 'unsent';
  return { source, since: recorded.at, readAt: recorded.readAt };
}

/** What a begun check-up says of self-harm: when it was ticked, or was before it was redone (ISO, UTC). */
export interface DraftSelfHarm {
  tickedAt?: string | null;
  carriedAt?: string | null;
}

/** When self-harm was ticked last in a check-up that was begun; null where it was not, or was unticked. */
export function selfHarmInDraft(draft: unknown): string | null {
  const { tickedAt, carriedAt } = Object(draft) as Record<keyof DraftSelfHarm, unknown>;
  return [tickedAt, carriedAt].find((at) => typeof at === 'string') ?? null;
}
