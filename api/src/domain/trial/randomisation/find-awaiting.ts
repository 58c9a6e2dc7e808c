import type { EntityManager } from '../../../platform/database/orm.ts';
import { Participant } from '../../people/participants/participant.entity.ts';

export const AWAITING_ON_PAGE = 25;

/** A page of the participants who wait to be randomised, for their address or for the team, the longest first, and how many wait. */
export const findAwaiting = (em: EntityManager, page: number): Promise<[Participant[], number]> =>
  em.findAndCount(
    Participant,
    { awaitsRandomisation: { $ne: null }, dataConsent: null },
    {
      orderBy: { questionnaireConfirmedAt: 'asc', id: 'asc' },
      limit: AWAITING_ON_PAGE,
      offset: (page - 1) * AWAITING_ON_PAGE,
    },
  );

/** How many wait for the team. */
export const countAwaitingTeam = (em: EntityManager): Promise<number> =>
  em.count(Participant, { awaitsRandomisation: 'team', dataConsent: null });
