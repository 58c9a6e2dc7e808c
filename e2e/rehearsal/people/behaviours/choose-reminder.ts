import { saveReminder } from '@stepwise/shared-contracts/calls/reminder.calls';
import type { Rehearsal } from '../../context.ts';
import { did } from '../../model/person.ts';
import { choose } from '../../model/reminders.ts';
import { type Person, zoneOf } from '../person.ts';
import { save } from '../save.ts';

/** Wants a message a day at an hour of the own clock. */
export async function chooseReminder(rehearsal: Rehearsal, person: Person, hour: number): Promise<void> {
  await save(rehearsal, person, saveReminder, { hour });
  did(person.facts, 'chooses a reminder');
  person.facts.zone = zoneOf(rehearsal, person);
  person.facts.reminder = choose(hour, rehearsal.stack.now(), person.facts.zone);
  rehearsal.watch.count('reminders chosen');
}
