import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import type { Visitor } from '../create-visitor.ts';

export interface Measured {
  medianMs: number;
  longestMs: number;
  /** Other answers than a success, by status. */
  failed: number[];
}

const PAUSE_MS = 25;
const DOCTOR = { name: 'Dr Lee', phone: '', email: '' };

/** A participant who reads and saves in turn until `over`. Gives how long each took from its sending to its answer. */
export async function useUntil(over: Promise<unknown>, visitor: Visitor): Promise<Measured> {
  let isOver = false;
  void over.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  const failed: number[] = [];
  while (!isOver || times.length === 0)
    for (const [path, body] of [
      [allData.path, undefined],
      [saveDoctor.path, DOCTOR],
    ] as const) {
      const began = performance.now();
      const { status } = await visitor.request(path, { body });
      times.push(performance.now() - began);
      if (status >= 400) failed.push(status);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  times.sort((a, b) => a - b);
  return {
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    longestMs: times.at(-1) ?? 0,
    failed,
  };
}
