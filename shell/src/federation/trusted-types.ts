import { SERVICE_WORKER } from '@stepwise/shared-contracts/federation/offline-app';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (value: string) => string | null>,
  ): unknown;
}

/** The tags that the server leaves in content, as it writes them. None of them runs anything. */
const CONTENT_TAGS = /<(\/?(p|[uo]l|li|strong|em|a)|br \/|a href="https:[^"]*")>/g;

/**
 * Where the browser has Trusted Types, lets the page load scripts only from these folders (`/features/mf-plan/0.1.0/`)
 * beside the service worker, show the markup of content only, and make a script of no text.
 */
export function restrictScripts(folders: readonly string[]): void {
  const { trustedTypes, location } = window as typeof window & { trustedTypes?: TrustedTypes };
  const absolute = (url: string): string => new URL(url, location.href).href;
  trustedTypes?.createPolicy('default', {
    createScriptURL: (url) =>
      url === SERVICE_WORKER || folders.some((folder) => absolute(url).startsWith(absolute(folder)))
        ? url
        : null,
    createHTML: (html) => (html.replace(CONTENT_TAGS, '').includes('<') ? null : html),
  });
}
