import { allData, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import type { Rehearsal } from '../../context.ts';
import { did } from '../../model/person.ts';
import { look } from '../look.ts';
import { mistype } from '../mistype.ts';
import type { Person } from '../person.ts';
import { submitForm } from '../submit-form.ts';

const ASK = '/account/password-reset';
const CHOOSE = `${ASK}/choose`;
const LINK = /\S+(\/account\/password-reset\/\S+)/;

/** Forgot the password and chooses another on the laptop, by the link that arrives: it works once and logs the phone out. */
export async function resetPassword(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { stack, watch, expectMail } = rehearsal;
  const { phone, laptop, email, name } = person;
  await look(rehearsal, person);
  const asked = await submitForm(laptop, ASK, { email });
  expectMail(email, 'passwordReset');
  await stack.database.untilJobsTried();
  const arrived = stack
    .allMail()
    .findLast(({ to, text }) => to?.[0]?.address === email && LINK.test(text ?? ''));
  const link = LINK.exec(arrived?.text ?? '')?.[1] ?? 'none';
  const given = { username: email, keep: false, password: person.password };
  person.password = `${person.password} again`;
  const opened = await laptop.fetch(link, {});
  const saved = await submitForm(laptop, CHOOSE, { password: person.password });
  const openedAgain = await laptop.fetch(link, {});
  const used = await laptop.fetch(CHOOSE, {});
  watch.compare(
    'password reset',
    name,
    [asked, opened, saved, openedAgain, used].map(({ status }) => status),
    [303, 303, 303, 303, 400],
  );
  await mistype(rehearsal, phone, allData, undefined, 'not-logged-in');
  await mistype(rehearsal, laptop, loginUser, given, 'field-errors');
  await look(rehearsal, person);
  did(person.facts, 'resets the password');
  watch.count('passwords reset');
}
