import * as contentCalls from '@stepwise/shared-contracts/calls/content.calls';
import * as calls from '@stepwise/shared-contracts/calls/user.calls';
import { notWhileActing } from '../../http/policies.ts';
import { forAnyone, forSaving } from '../../http/route.ts';
import { presentArticle } from '../content/present-content.ts';
import { presentUser } from '../participant/present-user.ts';
import { giveConsent } from './give-consent.command.ts';
import { carryOutDataConsent } from './withdraw.command.ts';

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
    await carryOutDataConsent(request, body.value, 'participant', origin);
    return { status: 204 };
  }),
};
