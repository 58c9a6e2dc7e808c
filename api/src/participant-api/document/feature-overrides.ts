import type { Context } from 'koa';
import type { Config } from '../../platform/config/config.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { sessionOf } from '../../platform/sessions/session.ts';

declare module '../../platform/sessions/session-data.ts' {
  interface SessionData {
    /** Where a developer's browser gets features from instead of their releases. */
    overrides?: FeatureOverrides;
  }
}

export const OVERRIDES = '/account/overrides';
export const STOP_OVERRIDES = `${OVERRIDES}/stop`;

/** Where this browser gets a feature from instead of its release: the development server's origin by feature. */
export type FeatureOverrides = Readonly<Record<string, string>>;

/** None where the server does not allow them, whatever the session says. */
export const overridesOf = (ctx: Context, { featureOverrides }: Config): FeatureOverrides =>
  featureOverrides ? (sessionOf(ctx).overrides ?? {}) : {};

/**
 * The origin of a development server on the developer's own machine, or undefined for any other address. The three names
 * of that machine become one, which is the one such a server knows itself by.
 */
export function readDevelopmentOrigin(address: string): string | undefined {
  const url = URL.parse(address);
  const isBare = url && url.href === `${url.origin}/`;
  if (!isBare || url.protocol !== 'http:') return undefined;
  if (!['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) return undefined;
  return `http://localhost:${url.port || 80}`;
}

/** Stands above the shell on every page of a browser with overrides, and ends them. */
export function overrideBar(ctx: Context, overrides: FeatureOverrides): Html | null {
  const names = Object.keys(overrides);
  if (names.length === 0) return null;
  return html`<form class="notice" data-tone="warning" method="post" action="${STOP_OVERRIDES}" aria-label="Override">
${tokenField(sessionOf(ctx).csrfToken)}
${names.map((name) => html`<p><strong>Override:</strong> ${name} comes from ${overrides[name]}, not from its release.</p>`)}
<button class="button">Stop</button>
</form>`;
}
