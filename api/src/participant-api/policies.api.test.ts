import { describe, expect, test } from '@jest/globals';
import { allCalls, type CallName } from '@stepwise/shared-contracts/calls/all-calls';
import { createTestApi } from '../testing/create-test-api.ts';
import type { Visitor } from '../testing/create-visitor.ts';
import { putLiveRelease } from '../testing/releases.ts';
import { logInStaff } from '../testing/staff-browser.ts';
import { validBodies } from '../testing/valid-bodies.ts';

const api = await createTestApi();
await putLiveRelease(api);
/** They give the consent or end the session, which the others would then be asked with. */
const LAST: readonly string[] = ['saveUserAgree', 'saveUserDataConsent', 'stopContact'];
const ofParticipants = (Object.keys(allCalls) as CallName[])
  .filter((name) => allCalls[name].access === 'participant')
  .sort((a, b) => Number(LAST.includes(a)) - Number(LAST.includes(b)));

/** The calls of a participant that are rejected in these words, of all of them. */
async function rejectedWith(message: string, visitor: Visitor, participant: string): Promise<string[]> {
  const bodies = await validBodies(api, participant);
  const rejected: string[] = [];
  for (const name of ofParticipants) {
    const { method, path } = allCalls[name];
    const { json } = await visitor.request(path, { method, body: bodies[name] });
    if (json?.error?.message === message) rejected.push(name);
  }
  return rejected.sort();
}

describe('policies', () => {
  test('while acting, what only the participant may do is rejected, and nothing else', async () => {
    const { id } = await api.buildParticipant();
    const browser = await logInStaff(api);
    await browser.act(id);
    expect(await rejectedWith('Only the participant can do this.', browser, id)).toEqual([
      ...['addPasskey', 'answerConsent', 'listDevices', 'listPasskeys', 'logOutDevice', 'passkeyOptions'],
      ...['passkeyProofOptions', 'proveByPasskey', 'removePasskey', 'renamePasskey', 'saveUserAgree'],
      ...['saveUserDataConsent', 'stopContact'],
      ...['turnOffNotifications', 'turnOnNotifications'],
    ]);
  });

  test('a participant is rejected where only the team may act, and nowhere else', async () => {
    const visitor = await api.logIn();
    const message = 'Only the research team can do this.';
    expect(await rejectedWith(message, visitor, visitor.participant.id)).toEqual([
      'planFindings',
      'previewMedcustom',
      'saveMedcustom',
    ]);
  });

  test('without the consent nothing that needs it is saved', async () => {
    const visitor = await api.logIn({ stage: 'questionnaire', consentAgree: false });
    const message = 'Nothing new is recorded without your consent.';
    expect(await rejectedWith(message, visitor, visitor.participant.id)).toEqual([
      'saveBaseline',
      'sendAddressConfirmation',
    ]);
    const withdrawn = await api.logIn({ consentAgree: false });
    const { status, json } = await withdrawn.request(allCalls.saveReminder.path, { body: { hour: 9 } });
    expect([status, json.error.code]).toEqual([409, 'not-yet']);
  });
});
