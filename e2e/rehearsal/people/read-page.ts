/** The dose that Home shows, as `40 mg`; undefined where it shows none. */
export const doseIn = (html: string): string | undefined => />([\d.]+ [a-z]+) a day<\/span>/.exec(html)?.[1];

/** What the plan's page shows: the dose in force, and the day and dose of each step ahead, which may have no day. */
export function stepsIn(html: string) {
  const [, table = ''] = /, step by step<\/caption>(.*?)<\/table>/s.exec(html) ?? [];
  const rows = table.matchAll(/<th scope="row".*?<\/th>.*?<strong[^>]*>([\d.]+ [a-z]+)<\/strong>/gs);
  const [current, ...steps] = [...rows].map(([row, dose = '']) => [
    /\d\d\/\d\d\/\d{4}/.exec(row)?.[0] ?? null,
    dose,
  ]);
  return { dose: current?.[1], steps };
}
