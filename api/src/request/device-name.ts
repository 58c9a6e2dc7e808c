import Bowser from 'bowser';

/** A header may be of any length. */
const MAX_USER_AGENT_LENGTH = 500;
/** As many as devices and passkeys keep. A browser that is not known is named by what it says. */
const MAX_NAME_LENGTH = 100;

/** `Chrome on Android`, of at most 100 characters, from the header User-Agent. */
export function deviceName(userAgent: string): string {
  // The library rejects an empty text.
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH) || 'unknown');
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  return [browser.name || 'A browser', ...(system ? [`on ${system}`] : [])]
    .join(' ')
    .slice(0, MAX_NAME_LENGTH);
}
