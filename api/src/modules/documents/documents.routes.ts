import type Router from '@koa/router';
import type { Article } from '@stepwise/shared-contracts/entities/site-content';
import type { Context } from 'koa';
import type { EntityManager } from '../../database/orm.ts';
import { notFound, notLoggedIn } from '../../http/app-error.ts';
import type { Services } from '../../http/route.ts';
import { sessionOf } from '../../http/session/session.ts';
import { Consent, ConsentText } from '../consent/consent.entities.ts';
import { presentArticle } from '../content/present-content.ts';
import { Participant } from '../participant/participant.entity.ts';
import type { DocumentSource } from './documents.ts';

/** The PDFs: two that anybody may have, and the participant's own copy of their latest consent. */
export function documents(router: Router, { content }: Services): void {
  const { name: productName, trial, demonstrationNotice, timeZone } = content.product;
  const source: DocumentSource = { productName, trial, demonstrationNotice };
  // Loaded with the first document: the server's start does not wait for a PDF library.
  const pdfs = () => import('./documents.ts');

  const publicDocument = (path: string, article: Article): void => {
    let made: Promise<Buffer> | undefined;
    router.get(`/documents/${path}`, async (ctx) => {
      made ??= pdfs().then(({ articlePdf }) => articlePdf(article, source));
      ctx.set('cache-control', 'no-cache');
      send(ctx, path, await made);
    });
  };
  publicDocument('consent-form.pdf', presentArticle(content, 'consent'));
  publicDocument('antidepressant-information.pdf', presentArticle(content, 'antidepressants'));

  router.get('/documents/my-consent.pdf', async (ctx) => {
    ctx.set('cache-control', 'no-store');
    const { participantId } = sessionOf(ctx);
    if (!participantId) throw notLoggedIn();
    const em = ctx.state.em as EntityManager;
    const participant = await em.findOne(Participant, { id: participantId });
    const consent = await em.findOne(Consent, { participant: participantId }, { orderBy: { id: 'desc' } });
    const text = consent && (await em.findOne(ConsentText, { hash: consent.text }));
    if (!participant || !consent || !text) throw notFound();
    const { consentCopyPdf } = await pdfs();
    const copy = await consentCopyPdf(
      {
        article: text.article,
        agreedAt: consent.agreedAt,
        timeZone,
        name: `${participant.firstName} ${participant.lastName}`.trim(),
        email: participant.email ?? '',
        futureContact: consent.futureContact,
      },
      source,
    );
    send(ctx, 'my-consent.pdf', copy);
  });
}

function send(ctx: Context, fileName: string, pdf: Buffer): void {
  ctx.attachment(fileName);
  ctx.type = 'application/pdf';
  ctx.body = pdf;
}
