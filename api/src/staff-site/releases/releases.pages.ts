import { canaryRelease, type Registry } from '@stepwise/shared-contracts/federation/registry';
import type { ReleaseStatus, Use } from '@stepwise/shared-contracts/release/release-api';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { readRegistry } from '../../release-api/read-registry.ts';
import { readStatus } from '../../release-api/read-use.ts';
import { RELEASES } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';

export function releasePages(admin: StaffRouter): void {
  admin.get(RELEASES, 'see-content', showReleases);
}

/** How each package's live release does, and its canary beside it. */
async function showReleases(request: StaffRequest): Promise<void> {
  const { op } = request;
  const registry = await readRegistry(op.db);
  const packages = await Promise.all(
    Object.keys(registry.microFrontends)
      .sort()
      .map(async (name) => ({ name, status: await readStatus(op.db, name) })),
  );
  await showStaffPage(request, {
    title: 'Releases',
    main: html`<h1>Releases</h1>
<p>Each part of the app is released by itself. A canary is a release that some people get first; a person gives it to everyone. An exposure is a page load that showed the release and answered for ten seconds. The counts name no one. Days are in UTC; without a canary the last 30 are counted.</p>
${packages.map(({ name, status }) => section(registry, name, status))}`,
  });
}

function section(registry: Registry, name: string, { live, canary }: ReleaseStatus): Html {
  const share = canaryRelease(registry, name)?.deployment?.traffic ?? 0;
  const rows = [
    ...(live ? [row(`Live: ${live.version}`, live.use)] : []),
    ...(canary ? [row(`Canary, ${share} %: ${canary.version}`, canary.use)] : []),
  ];
  return html`<section class="pages-stack" aria-labelledby="${name}">
<h2 id="${name}">${name}</h2>
${table(
  `Releases of ${name}`,
  ['Release', 'Exposures', 'Days', 'Faults', 'Hangs', 'Failed calls', 'First paint'],
  rows,
)}
${canary && verdict(canary)}
</section>`;
}

function row(release: string, use: Use): string[] {
  const { exposures, days, faults, hangs, failedCalls, firstPaintMs } = use;
  const paint = firstPaintMs === null ? 'Not known' : `${firstPaintMs} ms`;
  return [release, ...[exposures, days, faults, hangs, failedCalls].map(String), paint];
}

function verdict({ missing, isAttested }: NonNullable<ReleaseStatus['canary']>): Html {
  const reasons = [
    ...missing,
    ...(isAttested
      ? []
      : ['No browser’s check of it is attested: it needs the operator, whatever the number is.']),
  ];
  if (reasons.length === 0) return html`<p><strong>The number is enough to promote the canary.</strong></p>`;
  return html`<p><strong>${missing.length > 0 ? 'The number is not enough yet to promote the canary:' : 'The number is enough to promote the canary, but:'}</strong></p>
<ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`;
}
