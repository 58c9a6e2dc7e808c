/** The time of day of an instant (ISO text), `9:05 am`. */
export const clockTime = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true })
    .format(new Date(instant))
    .replace(/\s/g, ' ');

/** `09:00` as people read it: `9:00am`. */
export function formatTimeOfDay(time: string): string {
  const [hours = '', minutes = ''] = time.split(':');
  return `${Number(hours) % 12 || 12}:${minutes}${Number(hours) < 12 ? 'am' : 'pm'}`;
}
