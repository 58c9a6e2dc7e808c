import type { EntityManager } from '../../../platform/database/orm.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { DocumentSource } from '../../care/documents/documents.ts';
import type { Content } from '../../core/content/load-content.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import { Consent, ConsentText } from './consent.entities.ts';

/** Loaded with the first document: the server's start does not wait for a PDF library. */
export const pdfs = () => import('../../care/documents/documents.ts');

export const sourceOf = ({
  product: { name: productName, trial, demonstrationNotice },
}: Content): DocumentSource => ({ productName, trial, demonstrationNotice });

/** The participant's own copy of a consent they gave, as PDF; of the latest one where none is named. Throws not-found. */
export async function makeConsentCopy(
  em: EntityManager,
  content: Content,
  participantId: string,
  consentId?: number,
): Promise<Buffer> {
  const participant = await em.findOne(Participant, { id: participantId });
  const consent = await em.findOne(
    Consent,
    { participant: participantId, ...(consentId !== undefined && { id: consentId }) },
    { orderBy: { id: 'desc' } },
  );
  const text = consent && (await em.findOne(ConsentText, { hash: consent.text }));
  if (!participant || !consent || !text) throw notFound();
  const { consentCopyPdf } = await pdfs();
  return consentCopyPdf(
    {
      article: text.article,
      agreedAt: consent.agreedAt,
      timeZone: content.product.timeZone,
      name: `${participant.firstName} ${participant.lastName}`.trim(),
      email: participant.email ?? '',
      futureContact: consent.futureContact,
    },
    sourceOf(content),
  );
}
