import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Context } from 'koa';
import { createOperation, type Operation } from '../domain/core/operation/operation.ts';
import type { EntityManager } from '../platform/database/orm.ts';
import type { Services } from './services.ts';

interface RequestedBy extends Partial<Pick<Operation, 'actor' | 'onBehalfOf'>> {
  /** IANA; the trial's own unless it is known better. */
  timeZone?: string;
}

/** The operation that a request asks for: a visitor's, unless the door knows who it is. */
export function requestOperation(
  ctx: Context,
  { content, jobs, modules, now: clock }: Pick<Services, 'content' | 'jobs' | 'modules' | 'now'>,
  { actor = 'visitor', onBehalfOf = null, timeZone = content.product.timeZone }: RequestedBy = {},
  beforeAudit?: (db: EntityManager) => Promise<void>,
): Operation {
  const { em: db, requestId } = ctx.state;
  const now = clock();
  const today = localDate(now, timeZone);
  return createOperation(
    { db, now, today, content, jobs, modules, actor, onBehalfOf, requestId },
    beforeAudit,
  );
}
