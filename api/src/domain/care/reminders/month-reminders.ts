import { createHmac } from 'node:crypto';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { MonthReminder } from './month-reminder.entity.ts';

export const STOP_REMINDER = '/account/month-reminder';

/** Names an address in a link without disclosing it. Making one takes the secret. */
export const hashAddress = (secret: string, email: string): string =>
  createHmac('sha256', secret).update(`month-reminder ${email}`).digest('base64url');

/** Erases the address, and with it the message that was to come. */
export async function eraseReminder(em: EntityManager, addressHash: string): Promise<void> {
  await em.nativeDelete(MonthReminder, { addressHash });
}

/** Erases an address that has become a participant's, or was one's. */
export async function eraseReminderOf(em: EntityManager, email: string | null | undefined): Promise<void> {
  if (email) await em.nativeDelete(MonthReminder, { email });
}
