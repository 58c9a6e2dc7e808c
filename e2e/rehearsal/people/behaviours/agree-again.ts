import { saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import { reconsentAsked } from '../../model/person.ts';
import type { Rehearsal } from '../../rehearsal.ts';
import type { Person } from '../person.ts';
import { save } from '../save.ts';

/** Agrees to a new version of the consent form, some days after it is asked for. */
export async function agreeAgain(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { content, watch } = rehearsal;
  const { consent } = person.facts;
  if (!consent || reconsentAsked(content, person.facts) === null) return;
  if (!person.random.chance(0.3)) return;
  const futureContact = person.random.chance(0.5);
  await save(rehearsal, person, saveUserAgree, { futureContact, consentAgree: true });
  person.facts.consent = { ...consent, futureContact, version: content.consentVersion };
  person.isChanged = true;
  watch.count('consented to a new version');
}
