import type { BodyOf, Call, SuccessOf } from '@stepwise/shared-contracts/calls/call';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { Rehearsal } from '../context.ts';
import type { Device } from './device.ts';
import { logIn } from './log-in.ts';
import type { Person } from './person.ts';
import { rarely } from './rare.ts';

/** Saves as the outbox does: with a key, again after a log-in that has ended, and at times twice: an answer that was lost on its way. */
export async function save<C extends Call>(
  rehearsal: Rehearsal,
  person: Person,
  call: C,
  body: BodyOf<C>,
  { device = person.phone, timeZone }: { device?: Device; timeZone?: string } = {},
): Promise<SuccessOf<C>> {
  const options = { idempotencyKey: device.newKey(), ...(timeZone && { timeZone }) };
  const send = async (): Promise<SuccessOf<C>> => {
    try {
      return await device.send(call, body, options);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'not-logged-in') throw error;
      await logIn(rehearsal, person, device);
      return device.send(call, body, options);
    }
  };
  const isTwice = rarely(rehearsal, person, 'a save sent twice', person.random);
  const answer = await send();
  if (isTwice) rehearsal.watch.compare('repeated save', `${person.name} ${call.path}`, await send(), answer);
  rehearsal.watch.count(`saved: ${call.path}`);
  return answer;
}
