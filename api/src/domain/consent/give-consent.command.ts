import type { saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import type { Article } from '@stepwise/shared-contracts/entities/site-content';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import type { ParticipantRequest } from '../../participant-api/route/route.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { notYet } from '../../platform/errors/app-error.ts';
import type { Content } from '../content/load-content.ts';
import { presentArticle } from '../content/present-content.ts';
import { Consent, ConsentText } from './consent.entities.ts';

/**
 * Records the research consent with the exact text's version and hash, and keeps that text. Whether future contact is
 * welcome is a choice of its own and changes without a new consent. Not agreeing records nothing.
 */
export async function giveConsent(request: ParticipantRequest<typeof saveUserAgree>): Promise<void> {
  const { em, participant, body, services, now, audit } = request;
  if (!body.consentAgree) return;
  const { homeStep, surveyIneligible, actingIneligible } = participant;
  if (homeStep < HOME_STEP.consent || surveyIneligible || actingIneligible) {
    throw notYet('The eligibility survey comes first.');
  }
  const article = await saveConsentText(em, services.content);
  const latest = await em.findOne(Consent, { participant: participant.id }, { orderBy: { id: 'desc' } });
  const isSame = latest?.text === article.hash && latest.futureContact === body.futureContact;
  if (!participant.consentAgree || !isSame) {
    em.create(Consent, {
      participant: participant.id,
      text: article.hash,
      futureContact: body.futureContact,
      agreedAt: now,
    });
    await audit('consent.given', {
      after: { version: article.version, hash: article.hash, futureContact: body.futureContact },
    });
  }
  participant.consentAgree = true;
  participant.futureContact = body.futureContact;
  // An earlier choice about the information of somebody who does not take part no longer holds.
  participant.dataConsent = null;
  if (participant.homeStep < HOME_STEP.questionnaire) participant.homeStep = HOME_STEP.questionnaire;
}

/** Keeps the text in force word for word, so that a consent can name it. */
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
