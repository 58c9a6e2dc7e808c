import Bowser from 'bowser';

/** A header may be of any length. */
const MOST_CHARACTERS = 500;

/** `Chrome on Android`, from the header User-Agent. */
export function deviceName(userAgent: string): string {
  // The library rejects an empty text.
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, MOST_CHARACTERS) || 'unknown');
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  return [browser.name || 'A browser', ...(system ? [`on ${system}`] : [])].join(' ');
}
