/** An instant as the team reads it: `21/11/2026, 3:07 pm`, in the trial's time zone (IANA). */
export const formatDatetime = (timeZone: string, instant: Date | string): string =>
  new Intl.DateTimeFormat('en-AU', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(instant));
