import * as consentCalls from '@stepwise/shared-contracts/calls/consent.calls';
import * as contentCalls from '@stepwise/shared-contracts/calls/content.calls';
import * as stopCalls from '@stepwise/shared-contracts/calls/stop.calls';
import * as calls from '@stepwise/shared-contracts/calls/user.calls';
import { presentArticle } from '../../domain/core/content/present-content.ts';
import { answerConsent } from '../../domain/trial/consent/answer-consent.command.ts';
import { findTextAgreedTo } from '../../domain/trial/consent/find-latest-consent.ts';
import { giveConsent } from '../../domain/trial/consent/give-consent.command.ts';
import { leavePlan } from '../../domain/trial/consent/leave-plan.command.ts';
import { withdrawParticipant } from '../../domain/trial/consent/withdraw.command.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { confirmPassword } from '../../request/confirm-password.ts';
import { notifyOfErasure } from '../../request/notify-of-erasure.ts';
import { presentUser } from '../participant/present-user.ts';
import { notInPreview, notWhileActing } from '../route/policies.ts';
import { forAnyone, forReading, forSaving } from '../route/route.ts';

export const consentRoutes = {
  consentForm: forAnyone(contentCalls.consentForm, async ({ op }) => ({
    status: 200,
    body: presentArticle(op.content, 'consent'),
  })),

  privacyStatement: forAnyone(contentCalls.privacyStatement, async ({ op }) => ({
    status: 200,
    body: presentArticle(op.content, 'privacy'),
  })),

  saveUserAgree: forSaving(
    calls.saveUserAgree,
    [notWhileActing, notInPreview],
    async ({ op, participant, body }) => {
      await giveConsent(op, participant, body);
      return { status: 200, body: { user: presentUser(participant, op.content) } };
    },
  ),

  answerConsent: forSaving(
    consentCalls.answerConsent,
    [notWhileActing],
    async ({ op, participant, body }) => {
      await answerConsent(op, participant, body);
      return { status: 204 };
    },
  ),

  consentAgreedTo: forReading(consentCalls.consentAgreedTo, [], async ({ op, participant }) => {
    const article = await findTextAgreedTo(op.db, participant.id);
    if (!article) throw notFound();
    return { status: 200, body: article };
  }),

  leavePlan: forSaving(stopCalls.leavePlan, [], async ({ op, participant, body }) => {
    await leavePlan(op, participant.id, body.reason);
    return { status: 200, body: { user: presentUser(participant, op.content) } };
  }),

  stopContact: forSaving(stopCalls.stopContact, [notWhileActing], async ({ op, participant, body }) => {
    await withdrawParticipant(op, participant, 'agree', { carriedOutBy: 'participant', reason: body.reason });
    return { status: 204 };
  }),

  saveUserDataConsent: forSaving(calls.saveUserDataConsent, [notWhileActing], async (request) => {
    const { ctx, op, participant, body, services } = request;
    const { email } = participant;
    if (body.value !== 'agree') await confirmPassword(request, body.currentPassword);
    await withdrawParticipant(op, participant, body.value, { carriedOutBy: 'participant' });
    ctx.state.afterwards.push(() => {
      // Another status says that nothing was erased after all.
      if (body.value !== 'agree' && ctx.status === 204) notifyOfErasure(ctx, services, email);
    });
    return { status: 204 };
  }),
};
