import * as calls from '@stepwise/shared-contracts/calls/reminder.calls';
import { monthLater } from '../../domain/reminders/month-later.ts';
import { hashAddress } from '../../domain/reminders/month-reminders.ts';
import { forAnyone } from '../route/route.ts';

export const reminderRoutes = {
  /** Asking again while a message is to come changes nothing, and nobody learns whether one is. */
  askMeInAMonth: forAnyone(calls.askMeInAMonth, async ({ body, em, services, ctx, now, timeZone }) => {
    await services.rateLimits.monthReminder(ctx.ip);
    const email = body.email.toLowerCase();
    const addressHash = hashAddress(services.linkSecret, email);
    const dueAt = monthLater(now, timeZone);
    await em.transactional(async (tx) => {
      const added = await tx.execute<unknown[]>(
        `insert into month_reminder (address_hash, email, due_at) values (?, ?, ?)
         on conflict (address_hash) do nothing returning 1`,
        [addressHash, email, dueAt],
      );
      if (added.length > 0) await services.jobs.enqueue(tx, 'send-month-reminder', addressHash, dueAt);
    });
    return { status: 204 };
  }),
};
