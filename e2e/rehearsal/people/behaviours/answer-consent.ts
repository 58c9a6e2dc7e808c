import { saveUserAgree, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import type { Rehearsal } from '../../context.ts';
import { logIn } from '../log-in.ts';
import type { Person } from '../person.ts';
import { save } from '../save.ts';
import { leaveWith } from './stop-taking-part.ts';

/** Agrees to take part, or does not and chooses what happens with the information. */
export async function answerConsent(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { facts, random, phone } = person;
  if (!person.traits.consents) {
    await logIn(rehearsal, person, phone);
    const value = random.pick(['agree', 'anonymous', 'delete'] as const);
    await phone.send(
      saveUserDataConsent,
      { value, currentPassword: person.password },
      { idempotencyKey: phone.newKey() },
    );
    leaveWith(rehearsal, person, value);
    return;
  }
  const futureContact = random.chance(0.5);
  await save(rehearsal, person, saveUserAgree, { futureContact, consentAgree: true });
  const at = rehearsal.stack.now();
  facts.consents.push({ at, version: rehearsal.content.consentVersion, futureContact });
  facts.consent = { at, lastAt: at, futureContact, version: rehearsal.content.consentVersion };
  facts.consentAnswers.push(`Agreed to version ${facts.consent.version}`);
  rehearsal.watch.count('consented');
}
