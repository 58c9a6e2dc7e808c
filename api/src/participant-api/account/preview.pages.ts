import type Router from '@koa/router';
import { isRecalled } from '@stepwise/shared-contracts/federation/registry';
import type { Context } from 'koa';
import { holdsTrialData } from '../../domain/people/participants/holds-trial-data.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { actorOf } from '../../platform/sessions/session-data.ts';
import { isPreviewOf, PREVIEW, type Preview } from '../../release-api/preview-links.ts';
import { requestOperation } from '../../request/request-operation.ts';
import { acceptedSecrets } from '../../request/services.ts';
import { STOP_PREVIEW } from '../document/preview.ts';
import { type AccountPageServices, showAccountPage } from './account-page.ts';

/**
 * The link by which a tester looks at a release before anyone gets it: in the real shell, in this browser, until its day
 * is over. It works for the account it was signed for, while that holds no trial data, and never for the research team.
 */
export function previewPages(router: Router, services: AccountPageServices): void {
  const path = `${PREVIEW}/:name/:version/:until/:signature`;
  router.get(path, async (ctx) => {
    const preview = await openLink(ctx, services);
    if (!preview) return;
    await showAccountPage(ctx, services, {
      title: 'Look at an unreleased version?',
      main: html`<p>This browser shows ${preview.package} ${preview.version} until you stop it or the link ends. Everyone else sees the released version.</p>
<form class="pages-form" method="post" action="${ctx.path}">
${tokenField(sessionOf(ctx).csrfToken)}
<button class="button">Show it</button>
</form>`,
    });
  });
  router.post(path, async (ctx) => {
    const preview = await openLink(ctx, services);
    if (!preview) return;
    const session = sessionOf(ctx);
    session.preview = preview;
    const op = requestOperation(ctx, services, { actor: actorOf(session) });
    await op.audit('preview.started', session.participantId ?? null, {
      after: { ...preview, until: new Date(preview.until).toISOString() },
    });
    seeOther(ctx, '/');
  });
  router.post(STOP_PREVIEW, (ctx) => {
    const { preview } = sessionOf(ctx);
    if (preview) preview.until = services.now().getTime();
    seeOther(ctx, '/');
  });
}

/** The preview that a link is for, or undefined where the page has said why it does not open. */
async function openLink(ctx: Context, services: AccountPageServices): Promise<Preview | undefined> {
  const { participantId: id, staffId } = sessionOf(ctx);
  const explain = async (status: number, title: string, text: string): Promise<undefined> => {
    await showAccountPage(ctx, services, { title, status, main: html`<p>${text}</p>` });
  };
  if (staffId)
    return explain(
      403,
      'Not in this browser',
      'The research team is logged in here. Open the link in a browser of its own, with the test account.',
    );
  if (!id)
    return explain(
      401,
      'Please log in first',
      'Log in with the test account that the link is for, and open it again.',
    );
  const tester = await ctx.state.em.findOne(Participant, { id });
  const { name, version, until, signature } = ctx.params as Record<string, string>;
  const preview = { package: name ?? '', version: version ?? '', until: Number(until) };
  if (!isPreviewOf(acceptedSecrets(services), preview, tester?.email ?? '', signature ?? ''))
    return explain(404, 'This link is not yours', 'It belongs to another account, or is not complete.');
  if (preview.until <= services.now().getTime())
    return explain(410, 'This link has ended', 'A link is for one day. Ask the team for another.');
  if (isRecalled(await services.readRegistry(), preview.package, preview.version))
    return explain(
      410,
      'This version was recalled',
      'No one may look at it any more. Ask the team for another.',
    );
  if (!tester || holdsTrialData(tester))
    return explain(
      403,
      'Not with this account',
      'It takes part in the trial. An unreleased version is looked at with a test account that has given no consent.',
    );
  return preview;
}
