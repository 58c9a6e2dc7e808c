import { surveySaveOption } from '@stepwise/shared-contracts/calls/survey.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { Outbox } from '@stepwise/shared-contracts/client/outbox';

interface Answer {
  wanted: number | null;
  /** Undefined until the server has it. */
  saved: number | null | undefined;
  running: Promise<void> | null;
}

export interface AnswerSaves {
  /** Sends an answer without waiting for it; the last answer given to a question is the last one sent. */
  save(questionId: number, optionId: number | null): void;
  /** Resolves once the server has every answer; sends those again that failed. Rejects with CallError. */
  settle(): Promise<void>;
  /** Sends those again that failed, without waiting: for when the network is back. */
  resend(): void;
}

/** Fire-and-forget saves that can be waited for, so that none is missing when the survey is scored. */
export function createAnswerSaves(outbox: Pick<Outbox, 'send' | 'flush' | 'state'>): AnswerSaves {
  const answers = new Map<number, Answer>();

  const run = async (questionId: number, answer: Answer): Promise<void> => {
    while (answer.saved !== answer.wanted) {
      const optionId = answer.wanted;
      try {
        await outbox.send(surveySaveOption, { questionId, optionId });
      } catch (error) {
        // The question has gone from the survey: there is nothing left to save.
        if (!(error instanceof CallError && error.code === 'not-found')) throw error;
      }
      answer.saved = optionId;
    }
  };

  const start = (questionId: number, answer: Answer): Promise<void> => {
    answer.running ??= run(questionId, answer).finally(() => {
      answer.running = null;
    });
    return answer.running;
  };

  const resend = () => {
    for (const [questionId, answer] of answers) start(questionId, answer).catch(() => {});
  };

  return {
    resend,
    save(questionId, optionId) {
      const answer = answers.get(questionId) ?? { wanted: null, saved: undefined, running: null };
      answers.set(questionId, answer);
      Object.assign(answer, { wanted: optionId, saved: undefined });
      // A save that fails stays unsaved here. The next one takes it along, and `settle` waits for it.
      resend();
    },
    async settle() {
      const saved = [...answers].map(async ([questionId, answer]) => {
        await answer.running?.catch(() => {});
        await start(questionId, answer);
      });
      // A participant's saves wait in the outbox for as long as there is no network; scoring must not.
      const unsent = outbox.flush().then(() => {
        const isUnsent = outbox.state.getState().entries.some(({ path }) => path === surveySaveOption.path);
        if (isUnsent) throw new CallError('unreachable', 'An answer could not be sent.');
      });
      await Promise.all([...saved, unsent]);
    },
  };
}

const savesOfOutbox = new WeakMap<Outbox, AnswerSaves>();

/** The one register of saves of a host: it outlives the survey's pages, so that a failed save is not forgotten. */
export function answerSavesOf(outbox: Outbox): AnswerSaves {
  const known = savesOfOutbox.get(outbox);
  if (known) return known;
  const saves = createAnswerSaves(outbox);
  savesOfOutbox.set(outbox, saves);
  // A reload after the network came back finds on the server what was answered without it.
  window.addEventListener('online', saves.resend);
  return saves;
}
