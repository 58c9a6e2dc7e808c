import type { Rehearsal } from '../context.ts';
import type { Person } from '../people/person.ts';
import type { Member } from '../staff/staff-browser.ts';
import { compareAudit } from './compare-audit.ts';
import { compareConsents } from './compare-consents.ts';
import { compareErased } from './compare-erased.ts';
import { compareExport } from './compare-export.ts';
import { compareWitness } from './witness.ts';

/** What is compared once, when the rehearsed time is over. */
export async function compareEnd(
  rehearsal: Rehearsal,
  people: readonly Person[],
  manager: Member,
): Promise<void> {
  await manager.logIn();
  await compareExport(rehearsal, people, manager);
  await compareConsents(rehearsal, people, manager);
  for (const person of people) if (person.id !== null) await compareAudit(rehearsal, person);
  await compareErased(rehearsal, people);
  await compareWitness(rehearsal, manager);
  await verify(rehearsal, 'allocation:verify', ['api/src/cli/allocation.ts', 'verify']);
}

async function verify({ stack, watch }: Rehearsal, name: string, script: string[]): Promise<void> {
  const { code, text } = await stack.server().script(script, stack.now());
  watch.compare('verification', `${name} says: ${text.slice(0, 300)}`, code, 0);
}
