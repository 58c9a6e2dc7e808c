import type { ExportFile } from './export-file.ts';
import { FOLLOW_UP_FILES } from './follow-up-files.ts';
import { PEOPLE_FILES } from './people-files.ts';
import { PLAN_FILES } from './plan-files.ts';
import { RECORD_FILES } from './record-files.ts';
import { SAFETY_FILES } from './safety-files.ts';

/** Each file of the export that has rows of people, with the columns that the model predicts. */
export const EXPORT_FILES: Record<string, ExportFile> = {
  ...PEOPLE_FILES,
  ...RECORD_FILES,
  ...SAFETY_FILES,
  ...PLAN_FILES,
  ...FOLLOW_UP_FILES,
};

const DERIVED = 'Made from the other files, which are compared.';
const AGAIN = 'A plan that is changed reports the dose in force again, which the rehearsal leaves out.';
const NONE = 'The rehearsal has none; a row would be a difference.';

/** Files that the model does not predict, each with the reason. `NONE`: they have to be empty. */
export const FILES_NOT_PREDICTED: Record<string, string> = {
  events: DERIVED,
  codebook: 'Says what the columns mean.',
  declared_analysis: 'From the content.',
  prescriptions: 'The steps of the plan in force are compared on each person’s screens.',
  questionnaire_results: NONE,
  corrections: NONE,
  after_lock: NONE,
  visitors_ruled_out: NONE,
};

/** Columns that the model does not predict, each with the reason. */
export const COLUMNS_NOT_PREDICTED: Record<string, Record<string, string>> = {
  participants: { content_version: 'A hash of the content files.' },
  consents: { form_hash: 'A hash of the form; its version is compared.' },
  warning_signs: { sign: 'Several may be raised at one instant.' },
  warning_sign_actions: { sign: 'Several may be raised at one instant.' },
  plan_changes: { schedule_id: 'Compared on each person’s screens.' },
  dose_reports: {
    report: AGAIN,
    schedule_id: AGAIN,
    planned_day: AGAIN,
    kind: AGAIN,
    reported_by: AGAIN,
  },
};

export const isEmptyFile = (name: string): boolean => FILES_NOT_PREDICTED[name] === NONE;
