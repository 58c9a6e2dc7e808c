import type { MikroORM } from '@mikro-orm/postgresql';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Actor } from '../../domain/core/audit/record-audit-event.ts';
import type { Content } from '../../domain/core/content/load-content.ts';
import { createOperation, inTransaction, type Operation } from '../../domain/core/operation/operation.ts';
import { lockParticipant } from '../../domain/people/participants/lock-participant.ts';
import type { Participant } from '../../domain/people/participants/participant.entity.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { Module } from '../../platform/modules/define-module.ts';

/** Sends nothing: what the trial owed in messages lies in the past. */
const NO_JOBS: JobQueue = {
  names: [],
  async enqueue() {},
  async tryEnqueue() {},
  async work() {},
  async stop() {},
};

export interface Simulation {
  content: Content;
  allocationSeed: string;
  /** Those of the team who work in it, by id; who signs also by name. */
  staff: { researcher: string; manager: string; investigator: { id: string; name: string } };
  /** An operation at an instant. */
  operation(at: Date, actor: Actor): Operation;
}

export const createSimulation = (
  orm: MikroORM,
  { content, modules, ...known }: Omit<Simulation, 'operation'> & { modules: readonly Module[] },
): Simulation => ({
  ...known,
  content,
  operation: (now, actor) =>
    createOperation({
      ...{ db: orm.em.fork(), now, today: localDate(now, content.product.timeZone) },
      ...{ content, jobs: NO_JOBS, modules, actor, onBehalfOf: null, requestId: crypto.randomUUID() },
    }),
});

/** What a participant does by themselves, with their row locked. */
export const asParticipant = <T>(
  simulation: Simulation,
  id: string,
  at: Date,
  work: (op: Operation, participant: Participant) => Promise<T>,
): Promise<T> =>
  inTransaction(simulation.operation(at, `participant:${id}`), async (op) => {
    const participant = await lockParticipant(op.db, id);
    const result = await work(op, participant);
    await op.db.flush();
    return result;
  });
