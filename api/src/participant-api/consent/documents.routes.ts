import type Router from '@koa/router';
import type { Article } from '@stepwise/shared-contracts/entities/site-content';
import { makeCourseSheet } from '../../domain/care/course/make-course-sheet.ts';
import { presentArticle } from '../../domain/core/content/present-content.ts';
import { makeConsentCopy, pdfs, sourceOf } from '../../domain/trial/consent/make-consent-copy.ts';
import { notLoggedIn } from '../../platform/errors/app-error.ts';
import { sendPdf } from '../../platform/http/send-pdf.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { requestOperation } from '../../request/request-operation.ts';
import type { Services } from '../../request/services.ts';

/** The PDFs: those that every visitor may have, the participant's copy of their latest consent, and their course. */
export function documents(router: Router, services: Services): void {
  const { content } = services;
  const source = sourceOf(content);

  const publicDocument = (path: string, article: Article): void => {
    let made: Promise<Buffer> | undefined;
    router.get(`/documents/${path}`, async (ctx) => {
      made ??= pdfs().then(({ articlePdf }) => articlePdf(article, source));
      ctx.set('cache-control', 'no-cache');
      sendPdf(ctx, path, await made);
    });
  };
  publicDocument('consent-form.pdf', presentArticle(content, 'consent'));
  publicDocument('medicine-information.pdf', presentArticle(content, 'medicine-information'));
  // Earlier releases of the shell link to it by this name.
  publicDocument('antidepressant-information.pdf', presentArticle(content, 'medicine-information'));

  router.get('/documents/my-consent.pdf', async (ctx) => {
    ctx.set('cache-control', 'no-store');
    const { participantId } = sessionOf(ctx);
    if (!participantId) throw notLoggedIn();
    await services.rateLimits.work('document', { person: participantId, ip: ctx.ip });
    sendPdf(ctx, 'my-consent.pdf', await makeConsentCopy(ctx.state.em, content, participantId));
  });

  router.get('/documents/my-course.pdf', async (ctx) => {
    ctx.set('cache-control', 'no-store');
    const { participantId } = sessionOf(ctx);
    if (!participantId) throw notLoggedIn();
    await services.rateLimits.work('document', { person: participantId, ip: ctx.ip });
    sendPdf(ctx, 'my-course.pdf', await makeCourseSheet(requestOperation(ctx, services), participantId));
  });
}
