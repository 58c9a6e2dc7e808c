import type { BootData } from '@stepwise/shared-contracts/federation/boot-data';
import { BOOT_ELEMENT } from '@stepwise/shared-contracts/federation/names';

/** The data the server wrote into the document. Throws when the page was not rendered by it. */
export function readBootData(): BootData {
  const text = document.getElementById(BOOT_ELEMENT)?.textContent;
  if (!text) throw new Error('The document carries no boot data.');
  return JSON.parse(text) as BootData;
}
