import type { BodyOf, Call } from '@stepwise/shared-contracts/calls/call';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { Rehearsal } from '../context.ts';
import type { Device } from './device.ts';

/** Sends what is mistyped: it is rejected with `code`, and nothing is saved. */
export async function mistype<C extends Call>(
  { watch }: Rehearsal,
  device: Device,
  call: C,
  body: BodyOf<C>,
  code: CallError['code'],
): Promise<void> {
  const answer = await device.send(call, body, { idempotencyKey: device.newKey() }).then(
    () => 'saved',
    (error) => {
      if (error instanceof CallError) return error.code;
      throw error;
    },
  );
  watch.compare('mistyped', call.path, answer, code);
}
