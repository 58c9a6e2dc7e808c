import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { Release } from '@stepwise/shared-contracts/federation/registry';
import { helpContacts, helpLine } from '../../platform/html/help-contacts.ts';
import { html } from '../../platform/html/html.ts';
import { pagesStylesheet } from '../../platform/html/pages-stylesheet.ts';
import { inlineScript } from './inline-script.ts';
import { nonceAttribute } from './nonce-attribute.ts';

export const watchdogScript = inlineScript('shell-watchdog.js');

/**
 * The document's own script, which stands before the shell's and outlives its failure: a shell that does not load, throws
 * before it shows anything or never shows anything is reported to the server, and the page loads once more, with the
 * release that takes its place. Where that is no help either, the words of `shellMissing` show.
 */
export function shellWatchdog({ url, metadata }: Release, nonce: string | null): string {
  const data = html`data-version="${metadata.version}" data-entry="${url}"`;
  return `<script${nonceAttribute(nonce)} ${data.markup}>${watchdogScript}</script>`;
}

/** What shows above the server's markup where no shell takes it over. */
const shellMissingAbove = (site: SiteContent): string =>
  html`<template id="no-shell"><div class="notice" data-tone="warning" role="alert">
<h2 class="notice-title">${site.productName} is not working right now</h2>
<p>What you saved is safe. You can read this page; to do more, please try again in a moment.</p>
<p><a class="button" data-variant="filled" href="">Try again</a></p>${helpContacts(site)}
</div></template>`.markup;

/** What shows where no shell does, in the layout of the server's own pages where it is the whole page. */
export const shellMissing = (site: SiteContent, hasMarkup: boolean): string =>
  hasMarkup ? shellMissingAbove(site) : shellMissingAlone(site);

const shellMissingAlone = (site: SiteContent): string =>
  html`<template id="no-shell"><link rel="stylesheet" href="${pagesStylesheet.path}">${helpLine([site.emergency, site.counselling])}
<main class="pages-main"><div class="pages-narrow" role="alert">
<h1>${site.productName} is not working right now</h1>
<p>What you saved is safe. Please try again in a moment.</p>
<p><a class="button" data-variant="filled" href="">Try again</a></p>${helpContacts(site)}
</div></main></template>`.markup;
