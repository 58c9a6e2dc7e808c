import { answerConsent } from '@stepwise/shared-contracts/calls/consent.calls';
import { saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import type { Rehearsal } from '../../context.ts';
import { did, reconsentAsked } from '../../model/person.ts';
import { look } from '../look.ts';
import { mistype } from '../mistype.ts';
import type { Person } from '../person.ts';
import { rarely } from '../rare.ts';
import { save } from '../save.ts';

const DAYS_UNTIL_STOP = 4;

/** Answers a new version of the consent form some days after it is asked for: agrees, declines and then stops or agrees after all, or never answers. */
export async function agreeAgain(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { content, stack, watch } = rehearsal;
  const { facts, traits, random } = person;
  const { consent } = facts;
  if (!consent || reconsentAsked(content, facts) === null || traits.answersAgain === 'never') return;
  if (!random.chance(0.3)) return;
  if (traits.answersAgain === 'declines') {
    await decline(rehearsal, person);
    return;
  }
  const futureContact = random.chance(0.5);
  await save(rehearsal, person, saveUserAgree, { futureContact, consentAgree: true });
  facts.consents.push({ at: stack.now(), version: content.consentVersion, futureContact });
  facts.consent = { at: consent.at, lastAt: stack.now(), futureContact, version: content.consentVersion };
  facts.consentAnswers.push(`Agreed to version ${content.consentVersion}`);
  person.isChanged = true;
  watch.count('consented to a new version');
}

/** Is asked again until they stop or agree. */
async function decline(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { content, watch, day } = rehearsal;
  const { facts, traits, random, phone } = person;
  const hash = (await look(rehearsal, person)).reconsent?.hash ?? '';
  const another = { hash: hash.replace(/./g, '0'), answer: 'declined' as const };
  await mistype(rehearsal, phone, answerConsent, another, 'not-allowed');
  await save(rehearsal, person, answerConsent, { hash, answer: 'declined' });
  did(facts, 'does not agree again');
  facts.consentAnswers.push(`Did not agree to version ${content.consentVersion}`);
  person.isChanged = true;
  traits.answersAgain = rarely(rehearsal, person, 'agreed after declining', random) ? 'agrees' : 'never';
  if (traits.answersAgain === 'never')
    traits.stops = { on: day() + DAYS_UNTIL_STOP, degree: random.pick(['contact', 'anonymous', 'delete']) };
  watch.count('declined a new version of the consent form');
}
