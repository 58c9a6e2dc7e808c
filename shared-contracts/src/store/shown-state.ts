import { type SavingCallName, savingCalls } from '../calls/saving-calls.ts';
import { type OutboxEntry, temporaryIdOf } from '../client/outbox-storage.ts';
import type { Apply } from '../optimistic/apply.ts';
import * as details from '../optimistic/details.ts';
import * as lists from '../optimistic/lists.ts';
import * as plan from '../optimistic/plan.ts';
import { applySaveRecord } from '../optimistic/records.ts';
import { applySetupSaveOption } from '../optimistic/setup.ts';
import { applySurveySaveOption } from '../optimistic/survey.ts';
import type { ParticipantState } from './participant-state.ts';

/** Fails to type-check while a saving call has none. */
const APPLIES: { [N in SavingCallName]: Apply<(typeof savingCalls)[N]> } = {
  addActivity: lists.applyAddActivity,
  deleteActivity: lists.applyDeleteActivity,
  addSymptom: lists.applyAddSymptom,
  deleteSymptom: lists.applyDeleteSymptom,
  saveSymptom: lists.applySaveSymptom,
  saveRecord: applySaveRecord,
  saveSchedule: plan.applySaveSchedule,
  saveDose: plan.applySaveDose,
  saveMedcustom: plan.applySaveMedcustom,
  askAboutDose: plan.applyAskAboutDose,
  reportDose: plan.applyReportDose,
  saveStrengths: plan.applySaveStrengths,
  prepareStep: plan.applyPrepareStep,
  setupSaveOption: applySetupSaveOption,
  surveySaveOption: applySurveySaveOption,
  saveUser: details.applySaveUser,
  saveDoctor: details.applySaveDoctor,
  saveSupport: details.applySaveSupport,
  saveUserAgree: details.applySaveUserAgree,
  saveHomestep: details.applySaveHomestep,
  saveReminder: details.applySaveReminder,
};

type AnyApply = (state: ParticipantState, body: never, entry: never) => Partial<ParticipantState>;

const APPLY_BY_PATH = new Map<string, AnyApply>(
  Object.entries(APPLIES).map(([name, apply]) => [savingCalls[name as SavingCallName].path, apply]),
);

/** The state with one save in it: as it is shown before the answer, or as the server has it with the answer. */
export function applyEntry(state: ParticipantState, entry: OutboxEntry, answer?: unknown): ParticipantState {
  const apply = APPLY_BY_PATH.get(entry.path);
  const { createdAt, timeZone } = entry;
  try {
    const applied = { createdAt, timeZone, temporaryId: temporaryIdOf(entry), answer };
    return { ...state, ...apply?.(state, entry.body as never, applied as never) };
  } catch {
    // The body is of another release: it is still sent, and the server answers what it makes of it.
    return state;
  }
}

/** What a participant sees: what the server has, and over it what is unsent. */
export const shownState = (server: ParticipantState, unsent: readonly OutboxEntry[]): ParticipantState =>
  unsent.reduce((state, entry) => applyEntry(state, entry), server);
