import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { BOOT_ELEMENT, type BootData } from '@stepwise/shared-contracts/federation/boot-data';
import type { Person } from '../people/person.ts';

const BOOT = new RegExp(`<script[^>]* id="${BOOT_ELEMENT}"[^>]*>(.*?)</script>`, 's');

/** A page of the phone's. Data or markup may be missing where the server was too slow for it: the browser makes them then. */
export async function openPage({ phone }: Person, path: string) {
  const answer = await phone.fetch(path, { headers: { accept: 'text/html' } });
  const text = await answer.text();
  const boot: Partial<BootData> = JSON.parse(BOOT.exec(text)?.[1] ?? '{}');
  const data = boot.answers?.[allData.path]?.body as AllData | undefined;
  const [, markup = null] = /<[^>]* data-server-markup[^>]*>(.*)/s.exec(text) ?? [];
  return {
    status: answer.status,
    text,
    features: boot.features ?? [],
    data,
    // React separates texts by comments.
    markup: markup?.replaceAll('<!-- -->', '') ?? null,
  };
}
