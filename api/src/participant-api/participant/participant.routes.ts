import * as calls from '@stepwise/shared-contracts/calls/user.calls';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { saveDetails } from '../../domain/accounts/save-details.command.ts';
import { saveHelper } from '../../domain/participants/helpers.ts';
import { confirmQuestionnaire } from '../../domain/randomisation/confirm-questionnaire.command.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { keyHashOf } from '../../platform/sessions/session-store.ts';
import { isKnownAddress } from '../route/is-known-address.ts';
import { forSaving } from '../route/route.ts';
import { confirmPassword } from './confirm-password.ts';
import { presentUser } from './present-user.ts';

export const participantRoutes = {
  saveUser: forSaving(calls.saveUser, [], async (request) => {
    const { ctx, op, participant, body } = request;
    await confirmPassword(request);
    await saveDetails(op, participant, body, {
      keptSession: keyHashOf(ctx),
      isKnownAddress: isKnownAddress(request),
    });
    return { status: 200, body: { user: presentUser(participant, op.content) } };
  }),

  saveDoctor: forSaving(calls.saveDoctor, [], async ({ op, participant, body }) => {
    const before = await saveHelper(op.db, participant.id, 'doctor', body);
    await op.audit('doctor.changed', participant.id, { before, after: body });
    return { status: 204 };
  }),

  saveSupport: forSaving(calls.saveSupport, [], async ({ op, participant, body }) => {
    const after = { ...body, email: '' };
    const before = await saveHelper(op.db, participant.id, 'support', after);
    await op.audit('support.changed', participant.id, { before, after });
    return { status: 204 };
  }),

  saveHomestep: forSaving(
    calls.saveHomestep,
    [],
    async ({ op, participant, body: { homestep }, services }) => {
      // A repeat, or a page that is behind, asks for a step already taken: it gets the present one.
      if (homestep > participant.homeStep) {
        if (homestep !== HOME_STEP.plan) throw new AppError('not-yet', 'An earlier step comes first.');
        const { allocationSeed, config } = services;
        const { allocation, auditKey } = config;
        await confirmQuestionnaire(op, participant, { allocation, allocationSeed, auditKey });
      }
      return { status: 200, body: { user: presentUser(participant, op.content) } };
    },
  ),
};
