import type { Rehearsal } from '../context.ts';
import type { Person } from '../people/person.ts';
import type { Member } from '../staff/staff-browser.ts';

/** What each person answered to each version of the consent form, as the team sees it. */
export async function compareConsents(
  { watch }: Rehearsal,
  people: readonly Person[],
  { open }: Member,
): Promise<void> {
  for (const { id, name, facts } of people) {
    if (id === null || facts.left || facts.consentAnswers.length === 0) continue;
    const page = await open(`/admin/participants/${id}`);
    const [, table = ''] = /aria-label="Consents and withdrawals">(.*?)<\/table>/s.exec(page) ?? [];
    const cells = [...table.matchAll(/data-label="What"><span>(.*?)<\/span>/g)];
    watch.compare(
      'consents of a person',
      name,
      cells.map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
      facts.consentAnswers,
    );
  }
}
