import { surveyData, surveyScore } from '@stepwise/shared-contracts/calls/survey.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { SurveyScore } from '@stepwise/shared-contracts/entities/survey';
import type { HostServices } from '@stepwise/shared-contracts/federation/host-services';
import type { AnswerSaves } from './answer-saves.ts';

type Host = Pick<HostServices, 'client' | 'store'>;

const isUnprocessable = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'unprocessable';

/**
 * The server's score of this session's answers, once all of them have arrived. Afterwards the store holds the answers
 * that were scored (another tab may have changed one) and the user as the score left it. Rejects with CallError;
 * `unprocessable` when questions are unanswered, which the store then shows.
 */
export async function scoreAnswers(host: Host, saves: AnswerSaves): Promise<SurveyScore> {
  const { store, client } = host;
  await saves.settle();
  const score = await readScore(client).catch(async (error: unknown) => {
    if (!isUnprocessable(error)) throw error;
    // The server's session has ended and its answers with it: this page still has them.
    await sendAgain(store, saves);
    return readScore(client).catch(async (again: unknown) => {
      if (isUnprocessable(again)) await readAnswers(host);
      throw again;
    });
  });
  if (score.user) store.getState().setUser(score.user);
  await readAnswers(host);
  return score;
}

const readScore = async (client: Host['client']): Promise<SurveyScore> =>
  (await client.send(surveyScore, undefined)).body;

/** Reads questions and answers from the server into the store. Rejects with CallError. */
export async function readAnswers({ client, store }: Host): Promise<void> {
  store.getState().loadSurvey((await client.send(surveyData, undefined)).body);
}

async function sendAgain(store: Host['store'], saves: AnswerSaves): Promise<void> {
  const { surveyQuestions, surveyAnswers } = store.getState();
  surveyQuestions.forEach(({ id }, index) => {
    const answer = surveyAnswers[index] ?? null;
    if (answer !== null) saves.save(id, answer);
  });
  await saves.settle();
}
