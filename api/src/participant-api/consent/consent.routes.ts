import * as contentCalls from '@stepwise/shared-contracts/calls/content.calls';
import * as calls from '@stepwise/shared-contracts/calls/user.calls';
import { giveConsent } from '../../domain/consent/give-consent.command.ts';
import { withdrawParticipant } from '../../domain/consent/withdraw.command.ts';
import { presentArticle } from '../../domain/content/present-content.ts';
import { presentUser } from '../participant/present-user.ts';
import { notWhileActing } from '../route/policies.ts';
import { forAnyone, forSaving } from '../route/route.ts';

export const consentRoutes = {
  consentForm: forAnyone(contentCalls.consentForm, async ({ services }) => ({
    status: 200,
    body: presentArticle(services.content, 'consent'),
  })),

  privacyStatement: forAnyone(contentCalls.privacyStatement, async ({ services }) => ({
    status: 200,
    body: presentArticle(services.content, 'privacy'),
  })),

  saveUserAgree: forSaving(calls.saveUserAgree, [notWhileActing], async (request) => {
    await giveConsent(request);
    return { status: 200, body: { user: presentUser(request.participant, request.services.content) } };
  }),

  saveUserDataConsent: forSaving(calls.saveUserDataConsent, [notWhileActing], async (request) => {
    const { body, audit, origin } = request;
    await audit('data-consent.chosen', { after: { choice: body.value } });
    await withdrawParticipant(request, body.value, 'participant', origin);
    return { status: 204 };
  }),
};
