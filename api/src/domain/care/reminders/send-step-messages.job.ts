import { LockMode } from '@mikro-orm/core';
import { addDays, daysBetween, utcDate } from '@stepwise/shared-contracts/dates/plain-date';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import type { Mailing } from '../../core/mail/mailing.ts';
import { sendEach } from '../../core/mail/send-each.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import { clockIn, timeZoneOf } from '../../people/participants/time-zone.ts';
import { DailyReminder } from './daily-reminder.entities.ts';
import { deliverReminder } from './deliver-reminder.ts';
import { findStage } from './find-stage.ts';
import { MessageChoice, StepMessage, type StepMessageKind } from './step-message.entities.ts';
import { ensureMessageChoice, STOP_STEP_MESSAGES } from './step-messages.ts';

/** Hours of the person's clock: theirs for the daily reminder, or this one; and how much later it may still be sent. */
const DEFAULT_HOUR = 9;
const LATE_HOURS = 3;
/** Days from the planned day on which a message of a kind is sent: on the second, where the first was missed. */
const SENT_ON: Record<StepMessageKind, readonly number[]> = { announced: [-7, -6], due: [3, 4] };

interface DueMessage {
  participant: string;
  stepDay: string;
  kind: StepMessageKind;
}

type StepMailing = Mailing & { linkSecret: string };

/**
 * Sends what is due about steps: when one is announced on Home, and when it is due and nothing was said of it for three
 * days. Nothing comes while help is on, and nothing after the trial has ended.
 */
export async function sendStepMessages(
  op: Operation,
  mailing: StepMailing,
  hasTrialEnded: (op: Operation, participant: string) => Promise<boolean>,
): Promise<void> {
  if (!op.content.mail.stepMessages) return;
  await sendEach(await findCandidates(op), async (due) => {
    const { participant } = due;
    if (!(await findRecipient(op, due)) || (await hasTrialEnded(op, participant))) return;
    await ensureMessageChoice(op.db, participant, mailing.linkSecret);
    if (await mark(op, due)) await send(op, due, mailing);
  });
}

/** Whose next step is as far away as a message is sent, at its hour, and who got none of it. */
async function findCandidates({ db, content, now }: Operation): Promise<DueMessage[]> {
  const utcDay = utcDate(now);
  const away = Object.values(SENT_ON).flat();
  const days = [...new Set(away.flatMap((off) => [-1, 0, 1].map((slack) => addDays(utcDay, slack - off))))];
  const people = await db.find(
    Participant,
    {
      nextStepDue: { $in: days },
      consentAgree: true,
      randomise: true,
      homeStep: HOME_STEP.timeline,
      leftPlanOn: null,
      email: { $ne: null },
    },
    { fields: ['id', 'timeZone', 'deviceTimeZone', 'nextStepDue'], orderBy: { id: 'asc' } },
  );
  const ids = people.map(({ id }) => id);
  const hours = new Map(
    (await db.find(DailyReminder, { participant: ids })).map(({ participant, hour }) => [participant, hour]),
  );
  const found = people.flatMap(({ id, timeZone, deviceTimeZone, nextStepDue }): DueMessage[] => {
    const { today, hour } = clockIn(timeZoneOf({ timeZone, deviceTimeZone }, content), now);
    const from = hours.get(id) ?? DEFAULT_HOUR;
    const kind = nextStepDue && kindOn(daysBetween(nextStepDue, today));
    return kind && hour >= from && hour < from + LATE_HOURS
      ? [{ participant: id, stepDay: nextStepDue, kind }]
      : [];
  });
  const sent = await db.find(StepMessage, { participant: found.map(({ participant }) => participant) });
  const off = await db.find(MessageChoice, { participant: ids, stepMessages: false });
  return found.filter(
    ({ participant, stepDay, kind }) =>
      !off.some((choice) => choice.participant === participant) &&
      !sent.some(
        (each) => each.participant === participant && each.stepDay === stepDay && each.kind === kind,
      ),
  );
}

const kindOn = (daysAfter: number): StepMessageKind | undefined =>
  (Object.keys(SENT_ON) as StepMessageKind[]).find((kind) => SENT_ON[kind].includes(daysAfter));

/** Whether this process is the one to send it: another replica may have marked it. */
async function mark({ db, now }: Operation, { participant, stepDay, kind }: DueMessage): Promise<boolean> {
  const [marked] = await db.execute<unknown[]>(
    `insert into step_message (participant_id, step_day, kind, marked_at) values (?, ?, ?, ?)
     on conflict do nothing returning 1`,
    [participant, stepDay, kind, now],
  );
  return marked !== undefined;
}

/** The choice is locked until the message is out: ending it, or withdrawing, waits, and no message follows. */
async function send(op: Operation, due: DueMessage, mailing: StepMailing): Promise<void> {
  const { participant: id } = due;
  const failure = await inTransaction(op, async (op) => {
    const { db, content } = op;
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const choice = await db.findOne(MessageChoice, { participant: id, stepMessages: true }, lock);
    const email = choice && (await findRecipient(op, due));
    const words = content.mail.stepMessages;
    if (!words || !choice || !email) {
      await db.nativeDelete(StepMessage, due);
      return undefined;
    }
    const link = `${mailing.publicUrl}${STOP_STEP_MESSAGES}/${choice.stopToken}`;
    const failure = await deliverReminder(
      op,
      {
        participant: id,
        email,
        words: words[due.kind],
        sender: words.sender,
        unsubscribe: { text: words.unsubscribe, link },
      },
      mailing,
    );
    await db.nativeUpdate(StepMessage, due, { outcome: failure ? 'failed' : 'sent' });
    return failure;
  });
  if (failure) throw failure.error;
}

/** Their address where Home says the same: the step of that day is announced, or due and unanswered. */
async function findRecipient(op: Operation, { participant: id, stepDay, kind }: DueMessage) {
  const participant = await op.db.findOne(Participant, { id, consentAgree: true }, { refresh: true });
  if (!participant) return null;
  const { stage, next, reports } = await findStage(op, participant);
  if (next?.day !== stepDay) return null;
  const isToSend =
    kind === 'announced'
      ? stage === 'step-announced' && !next.step.talked
      : stage === 'step-due' && !reports.some(({ day }) => day >= stepDay);
  return isToSend ? participant.email : null;
}
