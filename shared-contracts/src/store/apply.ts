import type { AnswerOf, BodyOf, SavingCall } from '../calls/call.ts';
import type { OutboxEntry } from '../client/outbox-storage.ts';
import type { ParticipantState } from './participant-state.ts';

/** A save as `apply` sees it: the answer is there once the server has given one. */
export interface AppliedEntry<C extends SavingCall> extends Pick<OutboxEntry, 'createdAt' | 'timeZone'> {
  temporaryId: number;
  answer?: AnswerOf<C> | undefined;
}

/**
 * What a save changes, as a pure function. Before its answer it gives what the person sees at once; with the answer, what
 * the server has from then on. It is applied again to a state that includes the change already, and changes nothing then.
 */
export type Apply<C extends SavingCall> = (
  state: ParticipantState,
  body: BodyOf<C>,
  entry: AppliedEntry<C>,
) => Partial<ParticipantState>;

/** A saving call with what it changes. */
export interface Save {
  readonly call: SavingCall;
  apply(state: ParticipantState, body: never, entry: never): Partial<ParticipantState>;
}
