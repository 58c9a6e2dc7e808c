import * as notificationCalls from '@stepwise/shared-contracts/calls/notification.calls';
import * as calls from '@stepwise/shared-contracts/calls/reminder.calls';
import { chooseReminder, hasReminders } from '../../domain/care/reminders/daily-reminders.ts';
import { monthLater } from '../../domain/care/reminders/month-later.ts';
import { hashAddress } from '../../domain/care/reminders/month-reminders.ts';
import {
  addPushSubscription,
  removePushSubscription,
} from '../../domain/care/reminders/push-subscriptions.ts';
import { chooseStepMessages } from '../../domain/care/reminders/step-messages.ts';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import { noteTimeZone } from '../../domain/people/participants/time-zone.ts';
import { hasTrialEnded } from '../../domain/trial/follow-ups/find-follow-ups.ts';
import { query } from '../../platform/database/query.ts';
import { notYet } from '../../platform/errors/app-error.ts';
import { notWhileActing } from '../route/policies.ts';
import { forAnyone, forSaving, givenTimeZone } from '../route/route.ts';

export const reminderRoutes = {
  /** Asking again while a message is to come changes nothing, and the answer does not say whether one is. */
  askMeInAMonth: forAnyone(calls.askMeInAMonth, async ({ body, op, services, ctx, timeZone }) => {
    await services.rateLimits.monthReminder(ctx.ip);
    const email = body.email.toLowerCase();
    const addressHash = hashAddress(services.linkSecret, email);
    const dueAt = monthLater(op.now, timeZone);
    await inTransaction(op, async ({ db, jobs }) => {
      const added = await query(db)
        .insertInto('month_reminder')
        .values({ address_hash: addressHash, email, due_at: dueAt })
        .onConflict((conflict) => conflict.column('address_hash').doNothing())
        .returning('address_hash')
        .executeTakeFirst();
      if (added) await jobs.enqueue(db, 'send-month-reminder', addressHash, dueAt);
    });
    return { status: 204 };
  }),

  saveReminder: forSaving(calls.saveReminder, [], async (request) => {
    const { ctx, op, participant, body, services } = request;
    if (!hasReminders(op.content, participant) || (await hasTrialEnded(op, participant.id)))
      throw notYet('There are no reminders to choose at this step.');
    await noteTimeZone(op, participant, givenTimeZone(ctx));
    await chooseReminder(op, participant, body.hour, services.linkSecret);
    return { status: 204 };
  }),

  saveStepMessages: forSaving(calls.saveStepMessages, [], async ({ op, participant, body, services }) => {
    if (!op.content.mail.stepMessages || !hasReminders(op.content, participant))
      throw notYet('There are no messages to choose at this step.');
    await chooseStepMessages(op, participant.id, body.on, services.linkSecret);
    return { status: 204 };
  }),

  turnOnNotifications: forSaving(notificationCalls.turnOnNotifications, [notWhileActing], async (request) => {
    const { op, participant, body, session } = request;
    if (!session.deviceId || !hasReminders(op.content, participant))
      throw notYet('There are no reminders to show at this step.');
    await addPushSubscription(op, { participant: participant.id, device: session.deviceId }, body);
    return { status: 204 };
  }),

  turnOffNotifications: forSaving(
    notificationCalls.turnOffNotifications,
    [notWhileActing],
    async (request) => {
      const { op, participant, session } = request;
      if (session.deviceId)
        await removePushSubscription(op, { participant: participant.id, device: session.deviceId });
      return { status: 204 };
    },
  ),
};
