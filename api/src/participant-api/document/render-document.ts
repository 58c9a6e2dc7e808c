import type { Contact, SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import {
  BOOT_ELEMENT,
  type BootData,
  type LiveFeature,
} from '@stepwise/shared-contracts/federation/boot-data';
import { chooseRelease } from '@stepwise/shared-contracts/federation/choose-release';
import { developmentRelease } from '@stepwise/shared-contracts/federation/development-release';
import { featureOfPath } from '@stepwise/shared-contracts/federation/feature-of-path';
import {
  PAGES_FILE,
  PARTICIPANT_FILE,
  SERVER_FILE,
  SERVER_MARKUP,
} from '@stepwise/shared-contracts/federation/names';
import { type Registry, type Release, releaseFolder } from '@stepwise/shared-contracts/federation/registry';
import type { JsonText } from '../../platform/http/json-text.ts';
import { afterFirstPaint } from './after-first-paint.ts';
import { beforeHydration } from './before-hydration.ts';
import { chooseFeatures } from './choose-features.ts';
import type { FeatureOverrides } from './feature-overrides.ts';
import { nonceAttribute } from './nonce-attribute.ts';
import { oldBrowserCheck, oldBrowserWords } from './old-browser.ts';
import { preloadShell } from './preload-shell.ts';
import { shellMissing, shellWatchdog } from './shell-watchdog.ts';
import { installLinks } from './web-app-manifest.ts';

export interface DocumentInput {
  registry: Registry;
  /** The one that this person gets. */
  shell: Release;
  /** Text that stays this person's: it decides which releases they get while there is a canary. */
  person: string;
  /** The path asked for: what its page needs is preloaded. */
  path: string;
  loggedIn: boolean;
  /** Null for the document that devices keep, which says so to the shell. */
  nonce: string | null;
  site: SiteContent;
  /** Development servers, by the features that come from there. */
  overrides?: FeatureOverrides;
  /** Markup above the shell. */
  bar?: string;
}

/** What the page asks the API as it begins, answered with the document. */
export interface DocumentAnswers {
  /** By the path of each call. */
  json: JsonText<NonNullable<BootData['answers']>>;
  /** Everybody with these releases gets the same. */
  isForEverybody: boolean;
  /** Where they are a participant's. */
  madeFor?: BootData['madeFor'];
}

/** What is in the document for the shell, as JSON. */
export function bootJson(boot: BootData, answers?: DocumentAnswers): string {
  if (!answers) return JSON.stringify(boot);
  const { json, madeFor } = answers;
  return `${JSON.stringify({ ...boot, ...(madeFor && { madeFor }) }).slice(0, -1)},"answers":${json.text}}`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] as string);
/** JSON that cannot end the script element it stands in. */
const inlineJson = (json: string): string => json.replaceAll('<', '\\u003c');

interface DocumentPlan {
  boot: BootData;
  /** The release whose files the path's page needs beside the shell's, if it is one. */
  first: Release | undefined;
  /** Something comes from a developer's server. */
  isDevelopment: boolean;
}

/** What a document holds for the shell, and which release its page needs first. */
export function planDocument(input: DocumentInput): DocumentPlan {
  const { registry, shell, person, path, loggedIn, nonce, site, overrides = {} } = input;
  const features = chooseFeatures(registry, person).map(({ lastGood, ...live }) => {
    // A device keeps one release of each feature.
    const feature = nonce && lastGood ? { ...live, lastGood } : live;
    const origin = overrides[feature.manifest.name];
    return origin ? developmentRelease(feature, origin) : feature;
  });
  const first = featureOfPath(features, path, loggedIn);
  return {
    boot: {
      ...{ features, site, loggedIn },
      ...(nonce === null && { offline: true }),
      scriptFolders: scriptFolders(shell, features),
    },
    first:
      first && !overrides[first.manifest.name]
        ? chooseRelease(registry, first.manifest.name, person)
        : undefined,
    isDevelopment: Object.keys(overrides).length > 0,
  };
}

/**
 * The one HTML document of the product, up to its body, with the style sheets and the font of the path's page. Its scripts
 * are named by the rest.
 */
export function documentHead({ shell, nonce, site }: DocumentInput, first: DocumentPlan['first']): string {
  const name = escapeHtml(site.productName);
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
${shellPreload(shell, nonce)}
<title>${name}</title>
<meta name="description" content="${escapeHtml(site.trial)}.">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fbf8f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#12191b" media="(prefers-color-scheme: dark)">
${installLinks}
${oldBrowserCheck(nonce)}
${shellWatchdog(shell, nonce)}
${nonce === null ? '' : beforeHydration(nonce)}
${shellLinks(shell)}
${first && has(first, SERVER_FILE) ? styles(first) : ''}
</head>
`;
}

/**
 * The rest of it: what the shell needs to know (`boot`, as JSON), so that it asks for none of it, every script that the
 * path's page needs, so that the browser asks for all of them at once, and with `markup` the page itself, for the shell to
 * take over.
 */
export function documentBody(
  { shell, site, path, loggedIn, nonce, bar = '' }: DocumentInput,
  first: DocumentPlan['first'],
  boot: string,
  markup: string | null,
): string {
  const isShellPage = !first || (loggedIn && path === '/');
  const ofShell = [
    ...(loggedIn || isShellPage ? [PARTICIPANT_FILE] : []),
    ...(isShellPage ? [PAGES_FILE] : []),
  ].filter((file) => has(shell, file));
  const scripts = [
    shellScript(shell, nonce),
    ...preloads(shell, ofShell, nonce),
    ...(first ? preloads(first, first.extras.load, nonce) : []),
  ].join('\n');
  const name = escapeHtml(site.productName);
  const call = ({ number, name: who, tel }: Contact) =>
    `<a href="${escapeHtml(tel)}">${escapeHtml(number)}</a> (${escapeHtml(who)})`;
  const needs =
    markup === null
      ? `${name} needs JavaScript.`
      : `You can read this page without JavaScript. To ${loggedIn ? 'do more' : 'answer, sign up or log in'}, ${name} needs it.`;
  const withoutScript = `<noscript><p class="notice">${needs} Please switch it on in your browser and load this page again. In an emergency call ${call(site.emergency)}. To talk to someone at any hour call ${call(site.counselling)}.</p></noscript>`;

  return `<body>
${bar}${markup === null ? '' : withoutScript}
<div id="app"${markup === null ? '' : ` ${SERVER_MARKUP}`}>${markup ?? ''}</div>
${shellMissing(site, markup !== null)}
${oldBrowserWords(site, markup !== null)}
${markup === null ? withoutScript : ''}
<script type="application/json" id="${BOOT_ELEMENT}">${inlineJson(boot)}</script>
${markup === null ? scripts : afterFirstPaint(scripts, nonce)}
</body>
</html>
`;
}

/** The document that devices keep. */
export function offlineDocument(input: DocumentInput): string {
  const plan = planDocument(input);
  return documentHead(input, plan.first) + documentBody(input, plan.first, bootJson(plan.boot), null);
}

const scriptFolders = (shell: Release, features: readonly LiveFeature[]): string[] =>
  [shell, ...features, ...features.flatMap(({ lastGood }) => lastGood ?? [])].map(releaseFolder);

function shellPreload({ url, metadata }: Release, nonce: string | null): string {
  const link = `<link rel="preload" as="script" fetchpriority="low" href="${url}" integrity="${metadata.integrity}" crossorigin${nonceAttribute(nonce)}>`;
  return nonce === null ? link : preloadShell(link, nonce);
}

const shellLinks = (shell: Release): string =>
  shell.extras.assets
    .map(({ path, integrity }) => {
      const url = releaseFolder(shell) + path;
      if (url === shell.url) return '';
      if (!shell.extras.load.includes(path))
        return path.endsWith('.svg') ? `<link rel="icon" type="image/svg+xml" href="${url}">` : '';
      if (path.endsWith('.css'))
        return `<link rel="stylesheet" href="${url}" integrity="${integrity}" crossorigin>`;
      return `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`;
    })
    .filter(Boolean)
    .join('\n');

const shellScript = ({ url, metadata }: Release, nonce: string | null): string =>
  `<script defer src="${url}" integrity="${metadata.integrity}" crossorigin${nonceAttribute(nonce)}></script>`;

const has = ({ extras }: Release, file: string): boolean => extras.assets.some(({ path }) => path === file);

/** The style sheets of a page that the document may hold: without them it would move when they come. */
const styles = (release: Release): string =>
  release.extras.load
    .filter((file) => file.endsWith('.css'))
    .map(
      (file) =>
        `<link rel="stylesheet" href="${releaseFolder(release)}${file}" integrity="${integrityIn(release, file)}" crossorigin>`,
    )
    .join('\n');

const integrityIn = (release: Release, file: string): string =>
  release.extras.assets.find(({ path }) => path === file)?.integrity ?? '';

/**
 * Preloads, never the scripts and style sheets themselves: one that fails or hangs would take the whole page with it,
 * and a failed script element stands in the way of a retry. Each carries what the later request for its file does, or the
 * browser would ask twice.
 */
function preloads(release: Release, files: readonly string[], nonce: string | null): string[] {
  return files.map((file) => {
    const kind = file.endsWith('.css') ? 'style' : 'script';
    return `<link rel="preload" as="${kind}" href="${releaseFolder(release)}${file}" integrity="${integrityIn(release, file)}" crossorigin${nonceAttribute(nonce)}>`;
  });
}
