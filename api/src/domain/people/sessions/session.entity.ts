import { defineEntity, p } from '@mikro-orm/core';
import type { SessionData } from '../../../platform/sessions/session-data.ts';
import { Participant } from '../participants/participant.entity.ts';
import { Staff } from '../staff/staff.entity.ts';
import { Device } from './device.entity.ts';

/**
 * A browser's session. The key is the SHA-256 of the cookie's value, so that reading this table opens no session.
 * `surveyAnswers` (question id → option id) stands beside `data`, so that two answers saved at once are merged by the
 * database and neither is lost; it goes with the session.
 */
export const SessionRow = defineEntity({
  name: 'SessionRow',
  tableName: 'session',
  properties: {
    keyHash: p.string().length(64).primary(),
    data: p.json<SessionData>(),
    surveyAnswers: p.json<Record<string, number>>().defaultRaw(`'{}'::jsonb`),
    participant: () =>
      p.manyToOne(Participant).mapToPk().nullable().deleteRule('cascade').updateRule('cascade').index(),
    staff: () => p.manyToOne(Staff).mapToPk().nullable().deleteRule('cascade').updateRule('cascade').index(),
    device: () =>
      p.manyToOne(Device).mapToPk().nullable().deleteRule('cascade').updateRule('cascade').index(),
    expiresAt: p.datetime(3).index(),
  },
});
