import { createHmac } from 'node:crypto';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { MessageChoice } from './step-message.entities.ts';

export const STOP_STEP_MESSAGES = '/account/step-messages';

const stopTokenOf = (secret: string, participant: string): string =>
  createHmac('sha256', secret).update(`step-messages ${participant}`).digest('base64url');

/** The participant's row, made where there is none. */
export async function ensureMessageChoice(
  em: EntityManager,
  participant: string,
  linkSecret: string,
): Promise<void> {
  await em.execute(
    `insert into message_choice (participant_id, stop_token) values (?, ?) on conflict do nothing`,
    [participant, stopTokenOf(linkSecret, participant)],
  );
}

/** Chooses whether messages come when a step is announced, and when it waits for an answer. */
export async function chooseStepMessages(
  op: Operation,
  participant: string,
  on: boolean,
  linkSecret: string,
): Promise<void> {
  await ensureMessageChoice(op.db, participant, linkSecret);
  const changed = await op.db.nativeUpdate(
    MessageChoice,
    { participant, stepMessages: !on },
    { stepMessages: on },
  );
  if (changed) await op.audit('step-messages.chosen', participant, { before: { on: !on }, after: { on } });
}

/** Ends the messages about steps that the token of a message's link names. One that names none changes nothing. */
export const stopStepMessagesByLink = (op: Operation, stopToken: string): Promise<void> =>
  inTransaction(op, async (op) => {
    const choice = await op.db.findOne(MessageChoice, { stopToken });
    if (!choice) return;
    const key = { participant: choice.participant, stepMessages: true };
    if (await op.db.nativeUpdate(MessageChoice, key, { stepMessages: false }))
      await op.audit('step-messages.stopped-by-link', choice.participant, {});
  });
