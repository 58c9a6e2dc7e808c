import { Secret, TOTP } from 'otpauth';
import type { ShownPage, StaffBrowser } from './staff-browser.ts';

/** What an app on a phone shows for a key at an instant. */
export const codeAt = (key: string, now: Date): string =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: now.getTime() });

/** Sets up a second factor in a browser that is logged in. Returns the key, and the page with the recovery codes. */
export async function setUpSecondFactor(
  browser: StaffBrowser,
  now: Date,
): Promise<{ key: string; codes: string[]; page: ShownPage }> {
  const { text } = await browser.open('/admin/account/second-factor');
  const key = /id="key">([A-Z2-7 ]+)</.exec(text)?.[1] ?? '';
  const page = await browser.submit('/admin/account/second-factor', { code: codeAt(key, now) });
  const codes = [...page.text.matchAll(/<li><code>([a-z2-9-]+)<\/code>/g)].map(([, code = '']) => code);
  return { key, codes, page };
}
