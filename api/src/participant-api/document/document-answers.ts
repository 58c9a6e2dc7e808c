import { setTimeout as wait } from 'node:timers/promises';
import { consentForm, privacyStatement } from '@stepwise/shared-contracts/calls/content.calls';
import { allData, loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import type { Survey } from '@stepwise/shared-contracts/entities/survey';
import type { Context } from 'koa';
import type { Content } from '../../domain/core/content/load-content.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { describeError } from '../../platform/errors/describe-error.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { sessionHeaders, sessionOf } from '../../platform/sessions/session.ts';
import { requestOperation } from '../../request/request-operation.ts';
import type { Services } from '../../request/services.ts';
import { consentRoutes } from '../consent/consent.routes.ts';
import { loadAllDataText } from '../participant/load-all-data.ts';
import { sessionRoutes } from '../session/session.routes.ts';
import { surveyRoutes } from '../survey/survey.routes.ts';
import type { DocumentAnswers } from './render-document.ts';

/** The texts of pages whose whole content is one. */
const ARTICLES = {
  '/about': [privacyStatement.path, consentRoutes.privacyStatement],
  '/consent': [consentForm.path, consentRoutes.consentForm],
} as const;

type Answered = [path: string, answer: { status: number; body?: unknown }];

/**
 * What the page asks the API as it begins, answered with the document (specification, section 2). Undefined where the
 * browser asks by itself: a team member's page, and one whose answers are late, missing, or not known by the server only.
 * Never rejects.
 */
export async function documentAnswers(
  ctx: Context,
  services: Services,
): Promise<DocumentAnswers | undefined> {
  const { participantId, staffId, deviceEnded } = sessionOf(ctx);
  // Its next answer says so.
  if (deviceEnded || (staffId && !participantId)) return undefined;
  const asked = participantId ? forParticipant(ctx, services, participantId) : forVisitor(ctx, services);
  try {
    return await Promise.race([asked, wait(services.config.documentAnswersMs, undefined, { ref: false })]);
  } catch (error) {
    ctx.state.log.warn(describeError(error), 'a document holds no answers');
    return undefined;
  }
}

/** Of visitors whose session keeps nothing, by article: the content is the same for as long as this process lives. */
const keptAnswers = new WeakMap<Content, Map<string, DocumentAnswers>>();

async function forVisitor(ctx: Context, services: Services): Promise<DocumentAnswers> {
  if (ctx.state.hasSessionRow) return readForVisitor(ctx, services);
  const kept = keptAnswers.get(services.content) ?? new Map<string, DocumentAnswers>();
  keptAnswers.set(services.content, kept);
  const article = ctx.path in ARTICLES ? ctx.path : '';
  const answers = kept.get(article) ?? (await readForVisitor(ctx, services));
  kept.set(article, answers);
  return answers;
}

async function readForVisitor(ctx: Context, services: Services): Promise<DocumentAnswers> {
  const [check, survey, article] = await Promise.all([
    sessionRoutes.loginCheck.answer(ctx, services),
    surveyRoutes.surveyData.answer(ctx, services),
    articleOf(ctx, services),
  ]);
  const { answers } = survey.body as Survey;
  return {
    json: inJson([[loginCheck.path, check], [surveyData.path, survey], ...article], {}),
    isForEverybody: answers.every((answer) => answer === null),
  };
}

async function forParticipant(
  ctx: Context,
  services: Services,
  id: string,
): Promise<DocumentAnswers | undefined> {
  const [read, survey, article] = await Promise.all([
    readParticipant(ctx, services, id),
    surveyRoutes.surveyData.answer(ctx, services),
    articleOf(ctx, services),
  ]);
  if (!read) return undefined;
  const answered: Answered[] = [
    [loginCheck.path, { status: 204 }],
    [surveyData.path, survey],
    [allData.path, { status: 200, body: read.data }],
    ...article,
  ];
  return { json: inJson(answered, sessionHeaders(ctx)), isForEverybody: false, madeFor: read.madeFor };
}

/** Everything of the participant for the zone that their device named last; a device in another one asks by itself. */
async function readParticipant(ctx: Context, services: Services, id: string) {
  const participant = await ctx.state.em.findOne(Participant, { id });
  const timeZone = participant?.deviceTimeZone;
  if (!participant || !timeZone) return undefined;
  const op = requestOperation(ctx, services, { timeZone });
  const data = await loadAllDataText(op, participant, sessionOf(ctx), services.linkSecret);
  return { data, madeFor: { now: op.now.toISOString(), timeZone } };
}

async function articleOf(ctx: Context, services: Services): Promise<Answered[]> {
  const [path, route] = ARTICLES[ctx.path as keyof typeof ARTICLES] ?? [];
  return path && route ? [[path, await route.answer(ctx, services)]] : [];
}

function inJson(answered: Answered[], headers: Record<string, string>): DocumentAnswers['json'] {
  const members = answered.map(([path, { status, body }]) => {
    const start = `${JSON.stringify(path)}:${JSON.stringify({ status, headers }).slice(0, -1)}`;
    if (body === undefined) return `${start}}`;
    return `${start},"body":${body instanceof JsonText ? body.text : JSON.stringify(body)}}`;
  });
  return new JsonText(`{${members}}`);
}
