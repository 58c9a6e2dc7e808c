import { existsSync } from 'node:fs';
import packagedChromium from '@sparticuz/chromium';

const INSTALLED = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser of the journeys: CHROMIUM_PATH, else an installed one, else the one npm brings (Linux). */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const executablePath =
    process.env.CHROMIUM_PATH ??
    INSTALLED.find((path) => existsSync(path)) ??
    (await packagedChromium.executablePath());
  // Chromium's own sandbox does not run as root.
  return { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };
}
