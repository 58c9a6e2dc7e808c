import type Router from '@koa/router';
import type { Context } from 'koa';
import { isOnBehalf, staffIdOf } from '../../domain/data/audit-log/event-actor.ts';
import { describeForParticipant } from '../../domain/data/audit-log/event-descriptions.ts';
import { findActingReasons } from '../../domain/data/audit-log/find-acting.ts';
import { beforeSchema, findEventsAbout } from '../../domain/data/audit-log/find-audit-events.ts';
import type { AuditRow } from '../../domain/data/audit-log/read-audit-log.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import { findCorrectionTexts } from '../../domain/trial/corrections/find-correction-texts.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { type AccountPageServices, showAccountPage } from './account-page.ts';

const ACCESS = '/account/access';

/** Where participants read who saw or changed their data. A member of staff who acts for them reads the same. */
export function accessPage(router: Router, services: AccountPageServices): void {
  router.get(ACCESS, (ctx) => showAccess(ctx, services));
}

async function showAccess(ctx: Context, services: AccountPageServices): Promise<void> {
  const { participantId } = sessionOf(ctx);
  if (!participantId) {
    ctx.status = 303;
    return ctx.redirect('/login');
  }
  const { em } = ctx.state;
  const { timeZone, name } = services.content.product;
  const { events, olderThan } = await findEventsAbout(
    em,
    participantId,
    beforeSchema.parse(ctx.query.before),
  );
  const reasons = await findActingReasons(em, events);
  const staffIds = events.map(({ actor }) => staffIdOf(actor)).filter((id) => id !== null);
  const names = await findStaffNames(em, staffIds);
  const corrected = await findCorrectionTexts({ db: em, content: services.content }, participantId, events);
  const who = ({ actor }: AuditRow): string => {
    const staffId = staffIdOf(actor);
    if (staffId) return `${names(staffId)}, research team,`;
    if (actor === `participant:${participantId}`) return 'You';
    return actor === 'operator' ? name : 'A visitor, not logged in';
  };
  await showAccountPage(ctx, services, {
    title: 'Who has seen my data',
    main: html`<p>Here is everybody who looked at or changed your data, newest first. Times are those of the trial’s own time zone.</p>
${
  events.length === 0
    ? html`<p>Nothing is written down ${ctx.query.before === undefined ? 'yet' : 'before that'}.</p>`
    : html`<ol class="pages-events">${events.map(
        (event) => html`<li class="card">
<p><strong>${who(event)} ${describeForParticipant(event.type)}</strong>${isOnBehalf(event) && ', in your place'}</p>
<p class="small soft">${formatDatetime(timeZone, event.at)}</p>
${corrected.has(event.id) && html`<p class="pages-text">${corrected.get(event.id)}</p>`}
${reasons.has(event.id) && html`<p class="pages-text">Reason: ${reasons.get(event.id)}</p>`}
</li>`,
      )}</ol>`
}
<nav class="pages-turn" aria-label="Pages">
${ctx.query.before !== undefined && html`<a class="pages-link" href="${ACCESS}">Newest</a>`}
${olderThan !== null && html`<a class="pages-link" href="${ACCESS}?before=${olderThan}">Older</a>`}
<a class="pages-link" href="/about">Back to the privacy statement</a>
</nav>`,
  });
}
