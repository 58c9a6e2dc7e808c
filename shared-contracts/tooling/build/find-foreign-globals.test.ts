import { describe, expect, test } from '@jest/globals';
import { findForeignGlobals } from './find-foreign-globals.ts';

describe('findForeignGlobals', () => {
  test.each([
    ['window.planDraft', ['planDraft']],
    ['window?.planDraft', ['planDraft']],
    ['globalThis["mf_tracker_0_1_3_0123456789ab"]', ['mf_tracker_0_1_3_0123456789ab']],
    ['self.planDraft = 1', ['planDraft']],
    ['const { planDraft } = window', ['planDraft']],
    ['Reflect.get(window, "planDraft")', ['planDraft']],
    ['window[`plan` + 1]', ['[`plan` + 1]']],
  ])('finds what %s names', (script, found) => {
    expect(findForeignGlobals(script, 'mf_plan_')).toEqual(found);
  });

  test.each([
    'window.scrollBy(0, 1); self.location.href; globalThis.Math.max(globalThis.PublicKeyCredential)',
    'globalThis.webpackChunkmf_plan_0_1_3_0123456789ab = []; self.mf_plan_0_1_3_0123456789ab',
    'const { innerHeight } = window; state.window.planDraft; Reflect.get(state, "planDraft")',
  ])('leaves alone %s', (script) => {
    expect(findForeignGlobals(script, 'mf_plan_')).toEqual([]);
  });
});
