/** The texts of a page, in their order and joined by `|`; null where there is none. */
interface PageTexts {
  /** In the document's markup. */
  server: string | null;
  /** Once the app has taken that over. */
  app: string | null;
}

/** The first words that the page says and the server did not, or the reverse; null where both say the same. */
export function firstDifference({ server, app }: PageTexts): string | null {
  if (server === null || app === null || server === app) return null;
  const [rendered, shown] = [server.split('|'), app.split('|')];
  const index = shown.findIndex((text, at) => text !== rendered[at]);
  const at = index === -1 ? shown.length : index;
  return `the server says “${rendered[at] ?? ''}” where the page says “${shown[at] ?? ''}”`;
}
