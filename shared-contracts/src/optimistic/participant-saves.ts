import { type SavingCallName, savingCalls } from '../calls/saving-calls.ts';
import type { Apply, Save } from '../store/apply.ts';
import * as details from './details.ts';
import * as lists from './lists.ts';
import * as plan from './plan.ts';
import { applySaveRecord } from './records.ts';
import { applySetupSaveOption } from './setup.ts';
import { applySurveySaveOption } from './survey.ts';

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
  saveBaseline: details.applySaveBaseline,
  saveHomestep: details.applySaveHomestep,
  saveReminder: details.applySaveReminder,
  saveStepMessages: details.applySaveStepMessages,
};

/** What a participant can save, the survey included. */
export const participantSaves: readonly Save[] = Object.entries(APPLIES).map(([name, apply]) => ({
  call: savingCalls[name as SavingCallName],
  apply,
}));
