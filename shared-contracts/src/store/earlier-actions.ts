import type { Survey } from '../entities/survey.ts';
import { putRecord } from '../optimistic/put-record.ts';
import { applySurveySaveOption } from '../optimistic/survey.ts';
import type { ParticipantState } from './participant-state.ts';

type Set = (
  change: Partial<ParticipantState> | ((state: ParticipantState) => Partial<ParticipantState>),
) => void;

/**
 * What features built for the contract 0.1.0 call to show a change. The shell shows the same change from the outbox, and
 * its answer puts both right. Remove it once no release needs `^0.1.0`.
 */
export const earlierActions = (set: Set) => ({
  setUser: (user: ParticipantState['user']) => set({ user }),
  updateUser: (changes: object) => set(({ user }) => ({ user: user && { ...user, ...changes } })),
  setSetupAnswers: (setupAnswers: ParticipantState['setupAnswers']) => set({ setupAnswers }),
  setPrescriptions: (prescriptions: ParticipantState['prescriptions']) => set({ prescriptions }),
  setTodayActivities: (todayActivities: ParticipantState['todayActivities']) => set({ todayActivities }),
  putRecord: (record: ParticipantState['records'][number]) =>
    set(({ records }) => ({ records: putRecord(records, record) })),
  loadSurvey: ({ questions, answers }: Survey) => set({ surveyQuestions: questions, surveyAnswers: answers }),
  answerSurvey: (questionId: number, optionId: number | null) =>
    set((state) =>
      applySurveySaveOption(state, { questionId, optionId }, { createdAt: '', timeZone: '', temporaryId: 0 }),
    ),
});
export type EarlierActions = ReturnType<typeof earlierActions>;
