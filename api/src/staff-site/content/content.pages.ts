import { ContentFileText } from '../../domain/core/content/content-version.entity.ts';
import { findConfigurations } from '../../domain/reports/overview/find-configurations.ts';
import { findConsentUse } from '../../domain/reports/overview/find-consent-use.ts';
import { findContentUse } from '../../domain/reports/overview/find-content-use.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { CONTENT } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';

export function contentPages(admin: StaffRouter): void {
  admin.get(CONTENT, 'see-content', showContent);
  admin.get(`${CONTENT}/:hash`, 'see-content', sendContentFile);
}

/** A version of a content file, word for word. Throws not-found, also for versions that were loaded before texts were kept. */
async function sendContentFile({ ctx, op }: StaffRequest): Promise<void> {
  const file = await op.db.findOne(ContentFileText, { hash: String(ctx.params.hash) });
  if (!file) throw notFound();
  ctx.attachment(`${file.hash.slice(0, 12)}.yaml`);
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = file.text;
}

const namesAndValues = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** Which version of each content file is loaded, since when, and how many participants started under which. */
async function showContent(request: StaffRequest): Promise<void> {
  const { op } = request;
  const { content } = op;
  const { timeZone } = content.product;
  const { versions, unknown } = await findContentUse(op.db, content);
  const consents = await findConsentUse(op.db);
  const applied = await findConfigurations(op.db);
  await showStaffPage(request, {
    title: 'Content',
    main: html`<h1>Content</h1>
<p>The questions, rules, doses and texts of the trial are files. Any change to a file makes a new version of it, known by a fingerprint (SHA-256). A participant starts under the versions that are loaded when they sign up. The consent form that a participant agreed to is on their page.</p>
${content.demonstration && html`<p><strong>At least one file is demonstration content, which is not approved for a trial.</strong></p>`}
<p>All files together: <code class="pages-hash">${content.version}</code></p>
${table(
  'Content files and their versions',
  ['File', 'Loaded now', 'First loaded', 'Participants who started under it', 'Version'],
  versions.map(({ file, hash, firstSeenAt, participants, isLoaded }) => [
    `${file}.yaml`,
    isLoaded ? 'Yes' : 'No',
    formatDatetime(timeZone, firstSeenAt),
    String(participants),
    html`<a class="pages-link" href="${CONTENT}/${hash}"><code class="pages-hash">${hash}</code></a>`,
  ]),
)}
${
  consents.length > 0 &&
  html`<section class="pages-stack" aria-labelledby="consents">
<h2 id="consents">Consent forms agreed to</h2>
${table(
  'Consent forms and who agreed to them last',
  ['Version', 'In force', 'Participants who agreed to it last', 'Fingerprint'],
  consents.map(({ version, hash, participants }) => [
    version,
    hash === content.versions.consent ? 'Yes' : 'No',
    String(participants),
    html`<code class="pages-hash">${hash}</code>`,
  ]),
)}
</section>`
}
${
  applied.length > 0 &&
  html`<section class="pages-stack" aria-labelledby="applied">
<h2 id="applied">What applied, and since when</h2>
${table(
  'What applied, and since when',
  ['Since', 'Changes', 'Software', 'Live releases', 'Settings'],
  applied.map(({ at, after }) => [
    formatDatetime(timeZone, at),
    after.changes.join('. ') || 'A start, nothing changed',
    after.software,
    namesAndValues(after.releases),
    namesAndValues(after.settings),
  ]),
)}
</section>`
}
${unknown > 0 && html`<p>${unknown === 1 ? '1 participant' : `${unknown} participants`} signed up before versions were recorded; theirs are not known.</p>`}`,
  });
}
