import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import { SUPPORTED_BROWSERS } from '@stepwise/shared-contracts/release/supported-browsers';
import { helpContacts, helpLine } from '../../platform/html/help-contacts.ts';
import { html } from '../../platform/html/html.ts';
import { pagesStylesheet } from '../../platform/html/pages-stylesheet.ts';
import { inlineScript } from './inline-script.ts';
import { nonceAttribute } from './nonce-attribute.ts';

export const oldBrowserScript = inlineScript('old-browser.js');

const NAMES: Record<string, string> = { Samsung: 'Samsung Internet' };
/** `Safari 16.4`, from `Safari >= 16.4`. A phone's edition has its browser's version and is not named. */
const NEEDED = SUPPORTED_BROWSERS.filter((query) => !/^(iOS|ChromeAndroid|FirefoxAndroid) /.test(query)).map(
  (query) => query.replace(/^(\w+) >= /, (_, name) => `${NAMES[name] ?? name} `),
);

/**
 * Stands before every other script: in a browser that lacks what the app needs it shows the words of `oldBrowserWords`
 * and marks the document, so that the shell does not start and no failure of it is reported.
 */
export const oldBrowserCheck = (nonce: string | null): string =>
  `<script${nonceAttribute(nonce)}>${oldBrowserScript}</script>`;

/** What shows where the browser is too old: above the server's markup, or alone in the layout of the server's own pages. */
export const oldBrowserWords = (site: SiteContent, hasMarkup: boolean): string => {
  const words = html`<p>What you saved is safe. Please update this browser, or open this page in another one or on another device. It needs ${NEEDED.slice(0, -1).join(', ')} or ${NEEDED.at(-1) ?? ''}, or a newer one.</p>${helpContacts(site)}`;
  const title = `${site.productName} needs a newer browser`;
  if (hasMarkup)
    return html`<template id="old-browser"><div class="notice" data-tone="warning">
<h2 class="notice-title">${title}</h2>
${words}
</div></template>`.markup;
  return html`<template id="old-browser"><link rel="stylesheet" href="${pagesStylesheet.path}">${helpLine([site.emergency, site.counselling])}
<main class="pages-main"><div class="pages-narrow">
<h1>${title}</h1>
${words}
</div></main></template>`.markup;
};
