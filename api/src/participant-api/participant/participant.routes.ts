import * as calls from '@stepwise/shared-contracts/calls/user.calls';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { saveDetails } from '../../domain/accounts/save-details.command.ts';
import { saveHelper } from '../../domain/participants/helpers.ts';
import { confirmQuestionnaire } from '../../domain/randomisation/confirm-questionnaire.command.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { forSaving } from '../route/route.ts';
import { presentUser } from './present-user.ts';

export const participantRoutes = {
  saveUser: forSaving(calls.saveUser, [], async (request) => {
    await saveDetails(request);
    return { status: 200, body: { user: presentUser(request.participant, request.services.content) } };
  }),

  saveDoctor: forSaving(calls.saveDoctor, [], async ({ em, participant, body, audit }) => {
    const before = await saveHelper(em, participant.id, 'doctor', body);
    await audit('doctor.changed', { before, after: body });
    return { status: 204 };
  }),

  saveSupport: forSaving(calls.saveSupport, [], async ({ em, participant, body, audit }) => {
    const after = { ...body, email: '' };
    const before = await saveHelper(em, participant.id, 'support', after);
    await audit('support.changed', { before, after });
    return { status: 204 };
  }),

  saveHomestep: forSaving(calls.saveHomestep, [], async (request) => {
    const { participant, body, services } = request;
    const { homestep } = body;
    // A repeat, or a page that is behind, asks for a step already taken: it learns where things stand.
    if (homestep > participant.homeStep) {
      if (homestep !== HOME_STEP.plan) throw new AppError('not-yet', 'An earlier step comes first.');
      await confirmQuestionnaire(request);
    }
    return { status: 200, body: { user: presentUser(participant, services.content) } };
  }),
};
