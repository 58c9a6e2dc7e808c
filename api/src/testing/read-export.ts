import { strFromU8, unzipSync } from 'fflate';
import { readCsv } from '../platform/csv/read-csv.ts';
import { PASSWORD } from './build-participant.ts';
import type { StaffBrowser } from './staff-browser.ts';

export { readCsv };

export type Unzipped = ReadonlyMap<string, string>;

const EXPORT = '/admin/export';

/** The files of a zip, in its order. */
export const unzip = (bytes: Uint8Array): Unzipped =>
  new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]));

interface Asked {
  variant?: 'whole' | 'masked';
  dates?: 'yes';
  /** Cuts the answer off. */
  signal?: AbortSignal;
}

/** Asks for an export as the page's forms do, signed. The answer's body is left to the test where it may be cut off. */
export async function ask(
  browser: StaffBrowser,
  origin: string,
  { variant = 'whole', dates, signal }: Asked = {},
): Promise<Response> {
  await browser.open(EXPORT);
  const fields = { reason: 'Interim analysis for the safety board', variant, ...(dates && { dates }) };
  const { status, text } = await browser.submit(EXPORT, fields);
  if (status !== 200) throw new Error(`No export, but ${status}: ${text}`);
  const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
  return fetch(new URL(EXPORT, origin), {
    method: 'POST',
    headers: { cookie: browser.cookies.header() },
    body: new URLSearchParams({ csrfToken, ...fields, currentPassword: PASSWORD }),
    ...(signal && { signal }),
  });
}

export async function download(browser: StaffBrowser, origin: string, asked?: Asked) {
  const response = await ask(browser, origin, asked);
  if (response.status !== 200) throw new Error(`No export, but ${response.status}: ${await response.text()}`);
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}
