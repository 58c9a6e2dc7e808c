import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import type { Rehearsal } from '../../context.ts';
import { did } from '../../model/person.ts';
import { logIn } from '../log-in.ts';
import type { Person } from '../person.ts';
import { save } from '../save.ts';

/** Gives another email address; the old one is notified. */
export async function changeAddress(rehearsal: Rehearsal, person: Person): Promise<void> {
  await logIn(rehearsal, person, person.phone);
  const email = `new.${person.email}`;
  rehearsal.expectMail(person.email, 'emailChanged');
  await save(rehearsal, person, saveUser, {
    firstName: person.name,
    lastName: person.lastName,
    phone: '',
    email,
    password: '',
  });
  did(person.facts, 'changes the address');
  person.email = email;
  person.identifying.push(email);
  rehearsal.watch.count('addresses changed');
}
