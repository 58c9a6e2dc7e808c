import type { EntityManager } from '../../platform/database/orm.ts';
import { Participant } from '../participants/participant.entity.ts';

/** Participants who wait to be randomised, for their address or for the team, the longest first. */
export const findAwaiting = (em: EntityManager): Promise<Participant[]> =>
  em.find(
    Participant,
    { awaitsRandomisation: { $ne: null }, dataConsent: null },
    { orderBy: { questionnaireConfirmedAt: 'asc' } },
  );

/** How many wait for the team. */
export const countAwaitingTeam = (em: EntityManager): Promise<number> =>
  em.count(Participant, { awaitsRandomisation: 'team', dataConsent: null });
