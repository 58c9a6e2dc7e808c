import { browserTimeZone, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { BootData } from '@stepwise/shared-contracts/federation/boot-data';
import { BOOT_ELEMENT } from '@stepwise/shared-contracts/federation/names';

/**
 * The data the server wrote into the document. Throws when the page was not rendered by it. A participant's answers that
 * were made for another day or time zone than this device's are left out.
 */
export function readBootData(): BootData {
  const element = document.getElementById(BOOT_ELEMENT);
  if (!element?.textContent) throw new Error('The document carries no boot data.');
  const { answers, ...boot } = JSON.parse(element.textContent) as BootData;
  // Nothing of a participant's stays in the page after log-out.
  if (boot.madeFor) element.remove();
  return answers && isOfToday(boot) ? { ...boot, answers } : boot;
}

function isOfToday({ madeFor }: BootData): boolean {
  if (!madeFor) return true;
  const timeZone = browserTimeZone();
  const dayAt = (instant: Date) => localDate(instant, timeZone);
  return timeZone === madeFor.timeZone && dayAt(new Date()) === dayAt(new Date(madeFor.now));
}
