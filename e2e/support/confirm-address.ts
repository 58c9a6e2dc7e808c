import { expect, type Page } from '@playwright/test';

interface CaughtMessage {
  to: { address: string }[];
  text: string;
}

/**
 * Where mail goes out, which is the compose stack with its catcher at MAIL_CATCHER, randomisation waits for the address:
 * opens the link in the message to it, and loads the page again.
 */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  const { MAIL_CATCHER } = process.env;
  if (!MAIL_CATCHER) return;
  let link = '';
  await expect(async () => {
    const messages = (await (await fetch(`${MAIL_CATCHER}/email`)).json()) as CaughtMessage[];
    const own = messages.filter(({ to }) => to.some(({ address }) => address === email));
    link = own.flatMap(({ text }) => text.match(/\S+\/account\/confirm-address\/\S+/) ?? []).at(-1) ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 60_000 });
  expect((await page.request.post(link)).status()).toBe(200);
  await page.reload();
}
