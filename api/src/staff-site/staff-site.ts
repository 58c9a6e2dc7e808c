import Router from '@koa/router';
import type { Middleware } from 'koa';
import { notFound } from '../platform/errors/app-error.ts';
import { bodyParser } from '../platform/http/body-parser.ts';
import { answerBy } from '../platform/http/mount-router.ts';
import { uploadParser } from '../platform/http/upload-parser.ts';
import { asPages, checkFormToken } from '../platform/pages/page-middlewares.ts';
import type { PageRenderer } from '../platform/pages/render-page.ts';
import type { Services } from '../request/services.ts';
import { adverseEventPages } from './adverse-events/adverse-events.pages.ts';
import { auditPages } from './audit/audit.pages.ts';
import { consentPages } from './consent/consent.pages.ts';
import { leavePlanPages } from './consent/leave-plan.pages.ts';
import { contentPages } from './content/content.pages.ts';
import { valuePages } from './corrections/values.page.ts';
import { dataLockPages } from './data-locks/data-locks.pages.ts';
import { lockDataPages } from './data-locks/lock-data.pages.ts';
import { dataQueryPages } from './data-queries/data-queries.pages.ts';
import { exportPages } from './export/export.pages.ts';
import { followUpPages } from './follow-ups/follow-ups.pages.ts';
import { linkagePages } from './linkage/linkage.pages.ts';
import { logOutPage, staffSessionPages } from './log-in/staff-session.pages.ts';
import { HOME, RESULTS } from './page/navigation.ts';
import type { PageServices } from './page/staff-request.ts';
import { type StaffRouter, staffRouter } from './page/staff-router.ts';
import { actingPages } from './participant/acting.pages.ts';
import { confirmAddressPages } from './participant/confirm-address.pages.ts';
import { contactDetailsPages } from './participant/contact-details.pages.ts';
import { dayPages } from './participant/day.page.ts';
import { doseQuestionPages } from './participant/dose-questions.pages.ts';
import { notePages } from './participant/notes.pages.ts';
import { questionnaireLinkPages } from './participant/questionnaire-link.pages.ts';
import { recordFollowUpPages } from './participant/record-follow-up.pages.ts';
import { revealHelpersPages } from './participant/reveal-helpers.pages.ts';
import { stepDayPages } from './participant/step-day.pages.ts';
import { participantPages } from './participants/participants.pages.ts';
import { questionnaireResultPages } from './questionnaire-results/questionnaire-results.pages.ts';
import { allocationPages } from './randomisation/randomisation.pages.ts';
import { releasePages } from './releases/releases.pages.ts';
import { safetyReportPages } from './safety/safety-report.page.ts';
import { ownAccountPages } from './team/own-account.pages.ts';
import { ownSessionPages } from './team/own-sessions.pages.ts';
import { passkeyPages } from './team/passkeys.pages.ts';
import { secondFactorPages } from './team/second-factor.pages.ts';
import { staffPages } from './team/staff.pages.ts';
import { todayPages } from './today/today.page.ts';
import { trialPages } from './trial/trial.pages.ts';
import { warningSignPages } from './warning-signs/warning-signs.pages.ts';

const MAX_UPLOAD_BYTES = 2 * 1024 * 1024;

/** Everything under /admin: the research team's pages. Comes after the session and before the calls' CSRF check. */
export function staffSite(services: Services, renderer: PageRenderer): Middleware {
  const site = {
    brand: `${services.content.product.name} research team`,
    home: HOME,
    homeText: 'Go to the team’s pages',
  };
  const pages: PageServices = { ...services, renderPage: renderer(site) };
  const router = new Router();
  router.use(
    asPages(pages.renderPage, site),
    uploadParser(RESULTS, MAX_UPLOAD_BYTES),
    bodyParser('form', '16kb'),
    checkFormToken,
  );
  addPages(router, pages);
  router.all('/admin{/*rest}', () => {
    throw notFound();
  });
  return answerBy(router);
}

/** The log-in, and every page that asks for a right. */
export function addPages(router: Router, services: PageServices): void {
  staffSessionPages(router, services);
  teamPages(staffRouter(router, services));
}

/** Every page that asks for a right. */
export function teamPages(admin: StaffRouter): void {
  todayPages(admin);
  logOutPage(admin);
  participantPages(admin);
  actingPages(admin);
  notePages(admin);
  doseQuestionPages(admin);
  dayPages(admin);
  stepDayPages(admin);
  questionnaireLinkPages(admin);
  revealHelpersPages(admin);
  confirmAddressPages(admin);
  contactDetailsPages(admin);
  consentPages(admin);
  leavePlanPages(admin);
  warningSignPages(admin);
  adverseEventPages(admin);
  safetyReportPages(admin);
  followUpPages(admin);
  recordFollowUpPages(admin);
  valuePages(admin);
  dataQueryPages(admin);
  lockDataPages(admin);
  dataLockPages(admin);
  questionnaireResultPages(admin);
  linkagePages(admin);
  allocationPages(admin);
  trialPages(admin);
  exportPages(admin);
  auditPages(admin);
  contentPages(admin);
  releasePages(admin);
  ownAccountPages(admin);
  ownSessionPages(admin);
  secondFactorPages(admin);
  passkeyPages(admin);
  staffPages(admin);
}
