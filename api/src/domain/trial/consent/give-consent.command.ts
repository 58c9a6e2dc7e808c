import type { ParsedBodyOf } from '@stepwise/shared-contracts/calls/call';
import type { saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import type { Article } from '@stepwise/shared-contracts/entities/site-content';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { AppError, notYet } from '../../../platform/errors/app-error.ts';
import type { Content } from '../../core/content/load-content.ts';
import { presentArticle } from '../../core/content/present-content.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { Consent, ConsentAnswer, ConsentText } from './consent.entities.ts';
import { findConsentDemand } from './consent-demand.ts';

/**
 * Records the research consent with the exact text's version and hash, and stores that text. Whether future contact is
 * welcome is a choice of its own and changes without a new consent. Throws unprocessable for a consent that is not given.
 */
export async function giveConsent(
  op: Operation,
  participant: Participant,
  { consentAgree, futureContact }: ParsedBodyOf<typeof saveUserAgree>,
): Promise<void> {
  if (!consentAgree)
    throw new AppError('unprocessable', 'Only an agreement is recorded here. Nothing was saved.', [
      { path: ['consentAgree'], message: 'To not take part, choose what happens to your information.' },
    ]);
  const { homeStep, surveyIneligible, actingIneligible } = participant;
  if (homeStep < HOME_STEP.consent || surveyIneligible || actingIneligible) {
    throw notYet('The eligibility survey comes first.');
  }
  const article = await saveConsentText(op.db, op.content);
  const demand = await findConsentDemand(op, participant, op.now);
  if (demand)
    op.db.create(ConsentAnswer, {
      participant: participant.id,
      text: article.hash,
      demand: demand.demand,
      answer: 'agreed',
      answeredAt: op.now,
    });
  const latest = await op.db.findOne(Consent, { participant: participant.id }, { orderBy: { id: 'desc' } });
  const isSame = latest?.text === article.hash && latest.futureContact === futureContact;
  if (!participant.consentAgree || !isSame) {
    op.db.create(Consent, {
      participant: participant.id,
      text: article.hash,
      futureContact,
      agreedAt: op.now,
    });
    await op.audit('consent.given', participant.id, {
      after: { version: article.version, hash: article.hash, futureContact },
    });
  }
  participant.consentAgree = true;
  participant.futureContact = futureContact;
  // An earlier choice about the information, made when they did not take part, no longer applies.
  participant.dataConsent = null;
  if (participant.homeStep < HOME_STEP.questionnaire) participant.homeStep = HOME_STEP.questionnaire;
}

/** Stores the text in force word for word, so that a consent can name it. */
export async function saveConsentText(em: EntityManager, content: Content): Promise<Article> {
  const article = presentArticle(content, 'consent');
  await em.upsert(
    ConsentText,
    // The content is frozen, and MikroORM writes into what it is given.
    { hash: article.hash, version: article.version, article: structuredClone(article) },
    { onConflictAction: 'ignore' },
  );
  return article;
}
