import type { Device } from './device.ts';

export type FormFields = Record<string, string | readonly string[]>;

/** What a form of a page sends, its token included. */
export function formBody(page: string, fields: FormFields): URLSearchParams {
  const body = new URLSearchParams();
  const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(page)?.[1] ?? '';
  for (const [field, value] of Object.entries({ csrfToken, ...fields }))
    for (const each of [value].flat()) body.append(field, each);
  return body;
}

/** Opens a page without a script and sends its form to the page's own address; follows no redirect. */
export async function submitForm({ fetch }: Device, path: string, fields: FormFields): Promise<Response> {
  const page = await (await fetch(path, {})).text();
  return fetch(path, { method: 'POST', body: formBody(page, fields) });
}
