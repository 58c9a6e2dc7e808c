import { setTimeout as wait } from 'node:timers/promises';
import { consentForm, privacyStatement } from '@stepwise/shared-contracts/calls/content.calls';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import type { BootAnswer, BootData } from '@stepwise/shared-contracts/federation/boot-data';
import type { Context } from 'koa';
import { describeError } from '../../platform/errors/describe-error.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { actorOf } from '../../platform/sessions/session-data.ts';
import type { Services } from '../../request/services.ts';
import { consentRoutes } from '../consent/consent.routes.ts';
import { sessionRoutes } from '../session/session.routes.ts';
import { surveyRoutes } from '../survey/survey.routes.ts';

/** A page does not wait for a database that is slow or away. */
const ANSWERED_WITHIN_MS = 1_000;

/** The texts of pages whose whole content is one. */
const ARTICLES = {
  '/about': [privacyStatement.path, consentRoutes.privacyStatement],
  '/consent': [consentForm.path, consentRoutes.consentForm],
} as const;

/**
 * What a visitor's page asks the API as it begins, answered with the document (specification, section 2). Undefined where
 * the browser asks by itself: a participant's, a team member's, and where an answer is missing or says more than its body.
 */
export async function documentAnswers(ctx: Context, services: Services): Promise<BootData['answers']> {
  const session = sessionOf(ctx);
  if (actorOf(session) !== 'visitor' || session.deviceEnded) return undefined;
  const [articlePath, article] = ARTICLES[ctx.path as keyof typeof ARTICLES] ?? [];
  try {
    const asked = Promise.all([
      sessionRoutes.loginCheck.answer(ctx, services),
      surveyRoutes.surveyData.answer(ctx, services),
      article?.answer(ctx, services),
    ]);
    const answers = await Promise.race([asked, wait(ANSWERED_WITHIN_MS, null, { ref: false })]);
    if (!answers) {
      asked.catch(() => {});
      return undefined;
    }
    return Object.fromEntries(
      [loginCheck.path, surveyData.path, articlePath].flatMap((path, index): [string, BootAnswer][] => {
        const { status, body } = answers[index] ?? {};
        return path && status ? [[path, { status, headers: {}, body }]] : [];
      }),
    );
  } catch (error) {
    ctx.state.log.warn(describeError(error), 'a document holds no answers');
    return undefined;
  }
}
