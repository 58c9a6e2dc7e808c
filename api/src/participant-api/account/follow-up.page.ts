import type Router from '@koa/router';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { findFollowUps } from '../../domain/trial/follow-ups/find-follow-ups.ts';
import { FOLLOW_UP, followUpToken, followUpUrl } from '../../domain/trial/follow-ups/follow-up-links.ts';
import { html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { actorOf } from '../../platform/sessions/session-data.ts';
import { requestOperation } from '../../request/request-operation.ts';
import { acceptedSecrets } from '../../request/services.ts';
import { type AccountPageServices, showAccountPage } from './account-page.ts';

/**
 * The link of a follow-up questionnaire, from Home or from a message. It works for the participant whose it is once they
 * are logged in, from the day it is asked for, and sends them to the external questionnaire with their study id.
 */
export function followUpPage(router: Router, services: AccountPageServices): void {
  const { content } = services;
  router.get(`${FOLLOW_UP}/:token`, async (ctx) => {
    const session = sessionOf(ctx);
    const id = session.participantId;
    const explain = (status: number, title: string, text: string) =>
      showAccountPage(ctx, services, {
        title,
        status,
        main: html`<p>${text}</p>
<p><a href="${id ? '/' : '/login'}">${id ? 'Go to the start' : 'Log in'}</a></p>`,
      });
    if (!id)
      return explain(
        401,
        'Please log in first',
        'Your questionnaire is on the first page once you have logged in.',
      );
    const op = requestOperation(ctx, services, {
      actor: actorOf(session),
      onBehalfOf: session.acting ? id : null,
    });
    const participant = await op.db.findOne(Participant, { id });
    const followUp = (await findFollowUps(op, id)).find(({ months }) =>
      acceptedSecrets(services).some((secret) => followUpToken(secret, id, months) === ctx.params.token),
    );
    if (!participant?.studyId || !followUp)
      return explain(404, 'This link is not yours', 'It belongs to another account, or is not complete.');
    const { months, state } = followUp;
    if (state === 'planned')
      return explain(409, 'It is not time yet', 'We will write to you when this questionnaire is ready.');
    if (state === 'not-applicable')
      return explain(403, 'This questionnaire is closed', 'You asked for no more contact.');
    await op.audit('follow-up.opened', id, { after: { months } });
    seeOther(ctx, followUpUrl(content, participant.studyId, months));
  });
}
