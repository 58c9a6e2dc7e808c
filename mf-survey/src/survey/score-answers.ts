import { surveyData, surveySaveOption, surveyScore } from '@stepwise/shared-contracts/calls/survey.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { SurveyScore } from '@stepwise/shared-contracts/entities/survey';
import type { HostServices } from '@stepwise/shared-contracts/federation/host-services';

type Host = Pick<HostServices, 'client' | 'outbox' | 'store'>;

const isUnprocessable = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'unprocessable';

/**
 * The server's score of this session's answers, once all of them have arrived. Afterwards the store holds the answers
 * that were scored (another tab may have changed one) and the user as the score left it. Rejects with CallError;
 * `unprocessable` when questions are unanswered, which the store then shows.
 */
export async function scoreAnswers(host: Host): Promise<SurveyScore> {
  const score = await readScore(host).catch(async (error: unknown) => {
    if (!isUnprocessable(error)) throw error;
    // The server's session has ended and its answers with it: this page still has them.
    sendAgain(host);
    return readScore(host).catch(async (again: unknown) => {
      if (isUnprocessable(again)) await readAnswers(host);
      throw again;
    });
  });
  if (score.user) host.store.server.setState({ user: score.user });
  await readAnswers(host);
  return score;
}

/** Never scores without an answer that is still on its way. */
async function readScore({ client, outbox }: Host): Promise<SurveyScore> {
  await outbox.flush();
  if (outbox.state.getState().entries.some(({ path }) => path === surveySaveOption.path))
    throw new CallError('unreachable', 'An answer could not be sent.');
  return (await client.send(surveyScore, undefined)).body;
}

/** Reads questions and answers from the server into the store. Rejects with CallError. */
export async function readAnswers({ client, store }: Pick<Host, 'client' | 'store'>): Promise<void> {
  const { questions, answers } = (await client.send(surveyData, undefined)).body;
  store.server.setState({ surveyQuestions: questions, surveyAnswers: answers });
}

function sendAgain({ outbox, store }: Host): void {
  const { surveyQuestions, surveyAnswers } = store.getState();
  surveyQuestions.forEach(({ id }, index) => {
    const optionId = surveyAnswers[index] ?? null;
    if (optionId !== null) void outbox.send(surveySaveOption, { questionId: id, optionId });
  });
}
