/** A day of a plan in words, `20 December`. */
export const formatDay = (date: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', day: 'numeric', month: 'long' }).format(
    new Date(`${date}T00:00:00Z`),
  );
