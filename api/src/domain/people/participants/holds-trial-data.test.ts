import { expect, test } from '@jest/globals';
import { holdsTrialData } from './holds-trial-data.ts';
import type { Participant } from './participant.entity.ts';

const person = (changes: Partial<Participant> = {}) =>
  ({ homeStep: 1, consentAgree: false, dataConsent: null, ...changes }) as Participant;

test('the trial has data of who consented, went on or chose for their data, and of no one else', () => {
  expect(holdsTrialData(person())).toBe(false);
  for (const changes of [{ homeStep: 2 }, { consentAgree: true }, { dataConsent: 'agree' as const }])
    expect(holdsTrialData(person(changes))).toBe(true);
});
