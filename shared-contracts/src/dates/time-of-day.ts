/** `09:00` as people read it: `9:00am`. */
export function formatTimeOfDay(time: string): string {
  const [hours = '', minutes = ''] = time.split(':');
  return `${Number(hours) % 12 || 12}:${minutes}${Number(hours) < 12 ? 'am' : 'pm'}`;
}
