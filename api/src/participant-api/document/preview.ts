import { DEVELOPMENT } from '@stepwise/shared-contracts/federation/development-release';
import { isRecalled, type Registry, type Release } from '@stepwise/shared-contracts/federation/registry';
import type { Context } from 'koa';
import { holdsTrialData } from '../../domain/people/participants/holds-trial-data.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { PREVIEW } from '../../release-api/preview-links.ts';
import { findRelease } from '../../release-api/read-registry.ts';
import { previewIn } from '../../request/preview-in.ts';

export const STOP_PREVIEW = `${PREVIEW}/stop`;

/**
 * What everyone gets, with the previewed release in the place of its package's, and nothing to take its place. Undefined
 * without a preview, once the account holds trial data, and where the release was recalled.
 */
export async function previewRegistry(
  ctx: Context,
  registry: Registry,
  now: Date,
): Promise<Registry | undefined> {
  const preview = previewIn(ctx, now);
  if (!preview || isRecalled(registry, preview.package, preview.version)) return undefined;
  // Of its own: after an error the request's may hold what could not be saved.
  const em = ctx.state.em.fork();
  const tester = await em.findOne(Participant, { id: sessionOf(ctx).participantId ?? '' });
  const found = await findRelease(em, preview.package, preview.version);
  if (!tester || holdsTrialData(tester) || !found) return undefined;
  const { metadata, ...described } = found.description;
  const release: Release = {
    ...described,
    metadata: { ...metadata, version: DEVELOPMENT },
    deployment: { traffic: 100, default: true },
  };
  return { ...registry, microFrontends: { ...registry.microFrontends, [preview.package]: [release] } };
}

/** The bar of a page that the server makes itself, so that a tester sees there too what they look at. Null without a preview. */
export const findPreviewBar = async (ctx: Context, registry: Registry, now: Date): Promise<Html | null> =>
  (await previewRegistry(ctx, registry, now)) ? previewBar(ctx) : null;

/** Stands above the shell on every page of a browser with a preview, and ends it. */
export function previewBar(ctx: Context): Html {
  const { preview, csrfToken } = sessionOf(ctx);
  return html`<form class="notice" data-tone="warning" method="post" action="${STOP_PREVIEW}" aria-label="Preview">
${tokenField(csrfToken)}
<p><strong>Preview:</strong> you see ${preview?.package} ${preview?.version}, which is not released. Give no consent here.</p>
<button class="button">Stop</button>
</form>`;
}
