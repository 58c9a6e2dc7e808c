/** A text of the content with its `{names}` filled in; undefined where a value is missing. */
export function fillIn(text: string, values: Record<string, string | undefined>): string | undefined {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => values[name] === undefined)) return undefined;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
