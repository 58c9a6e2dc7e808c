import { surveySaveOption } from '../calls/survey.calls.ts';
import type { Save } from '../store/apply.ts';
import { applySurveySaveOption } from './survey.ts';

/** What a visitor can save. */
export const visitorSaves: readonly Save[] = [{ call: surveySaveOption, apply: applySurveySaveOption }];
