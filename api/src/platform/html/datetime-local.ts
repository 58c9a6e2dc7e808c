const MINUTE_MS = 60_000;

/** An instant as a field of the type `datetime-local` has it, `2026-11-22T15:07`, on the clock of `timeZone` (IANA). */
export const toDatetimeLocal = (timeZone: string, instant: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(instant)
    .replace(' ', 'T');

/**
 * The instant at which the clock of `timeZone` (IANA) shows `text`, such as `2026-11-22T15:07`. Null where it is not of
 * that shape, or the clock never shows it; the first of two where it does so twice.
 */
export function fromDatetimeLocal(timeZone: string, text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null;
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return null;
  const ahead = (at: number) =>
    Date.parse(`${toDatetimeLocal(timeZone, new Date(at))}Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const DAY_MS = 1440 * MINUTE_MS;
  const candidates = [ahead(asUtc - DAY_MS), ahead(asUtc + DAY_MS)].map((offset) => new Date(asUtc - offset));
  return candidates.find((instant) => toDatetimeLocal(timeZone, instant) === text) ?? null;
}
