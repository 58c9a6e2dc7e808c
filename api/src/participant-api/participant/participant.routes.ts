import * as calls from '@stepwise/shared-contracts/calls/user.calls';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { saveDetails } from '../../domain/people/accounts/save-details.command.ts';
import { isAddressConfirmed } from '../../domain/people/address-confirmation/address-confirmation.ts';
import { saveHelper } from '../../domain/people/participants/helpers.ts';
import { saveBaseline } from '../../domain/trial/baseline/save-baseline.command.ts';
import { confirmQuestionnaire } from '../../domain/trial/randomisation/confirm-questionnaire.command.ts';
import { randomisationPolicy, randomiseOrWait } from '../../domain/trial/randomisation/randomise-or-wait.ts';
import { AppError, notYet } from '../../platform/errors/app-error.ts';
import { keyHashOf } from '../../platform/sessions/session-store.ts';
import { confirmPassword } from '../../request/confirm-password.ts';
import { isKnownAddress } from '../../request/is-known-address.ts';
import { renewToken } from '../../request/remembered-device.ts';
import { renewOwnSession } from '../../request/renew-session.ts';
import { whileAgreed } from '../route/policies.ts';
import { forSaving } from '../route/route.ts';
import { presentUser } from './present-user.ts';

export const participantRoutes = {
  saveUser: forSaving(calls.saveUser, [], async (request) => {
    const { ctx, op, participant, body, services } = request;
    const { email, password, currentPassword, known } = body;
    const isNewAddress = email.toLowerCase() !== (known?.email ?? participant.email);
    const changesAccess = isNewAddress || (password && !op.onBehalfOf);
    if (changesAccess) await confirmPassword(request, currentPassword);
    if (password) await services.rateLimits.work('password', { person: participant.id, ip: ctx.ip });
    await saveDetails(op, participant, body, {
      keptSession: keyHashOf(ctx),
      isKnownAddress: isKnownAddress(request),
    });
    if (password) {
      await renewToken(ctx, op, services);
      await renewOwnSession(ctx, op);
    }
    return { status: 200, body: { user: presentUser(participant, op.content) } };
  }),

  saveDoctor: forSaving(calls.saveDoctor, [], async ({ op, participant, body }) => {
    await saveHelper(op, participant.id, 'doctor', body);
    return { status: 204 };
  }),

  saveSupport: forSaving(calls.saveSupport, [], async ({ op, participant, body }) => {
    await saveHelper(op, participant.id, 'support', { ...body, email: '' });
    return { status: 204 };
  }),

  saveHomestep: forSaving(
    calls.saveHomestep,
    [],
    async ({ ctx, op, participant, body: { homestep }, services }) => {
      // A repeat, or a page that is behind, asks for a step already taken: it gets the present one.
      if (homestep > participant.homeStep) {
        if (homestep !== HOME_STEP.plan) throw new AppError('not-yet', 'An earlier step comes first.');
        await confirmQuestionnaire(op, participant, {
          ...randomisationPolicy(services.config, services.allocationSeed),
          // A member of staff enrols several from one desk.
          isBurst: async () => !op.onBehalfOf && services.rateLimits.isConfirmationBurst(ctx.ip),
        });
      }
      return { status: 200, body: { user: presentUser(participant, op.content) } };
    },
  ),

  saveBaseline: forSaving(calls.saveBaseline, [whileAgreed], async ({ op, participant, body }) => {
    await saveBaseline(op, participant, body);
    return { status: 204 };
  }),

  sendAddressConfirmation: forSaving(
    calls.sendAddressConfirmation,
    [whileAgreed],
    async ({ op, participant, services }) => {
      if (participant.awaitsRandomisation !== 'address')
        throw notYet('There is no address to confirm at this step.');
      await services.rateLimits.addressConfirmation(participant.id);
      if (await isAddressConfirmed(op.db, participant))
        await randomiseOrWait(op, participant, randomisationPolicy(services.config, services.allocationSeed));
      else await op.jobs.enqueue(op.db, 'send-address-confirmation', participant.id, op.now);
      return { status: 204 };
    },
  ),
};
