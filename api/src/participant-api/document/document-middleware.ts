import { randomBytes } from 'node:crypto';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { Survey } from '@stepwise/shared-contracts/entities/survey';
import type { BootData } from '@stepwise/shared-contracts/federation/boot-data';
import { RELEASES_HEADER } from '@stepwise/shared-contracts/federation/offline-app';
import type { Registry, Release } from '@stepwise/shared-contracts/federation/registry';
import type { Context, Middleware } from 'koa';
import { MethodNotAllowed } from '../../platform/errors/app-error.ts';
import { isPage } from '../../platform/http/is-page.ts';
import { noPage, type ReadRegistry } from '../../release-api/registry-reader.ts';
import { chooseShell } from './choose-shell.ts';
import { documentPolicies } from './content-security-policy.ts';
import { type FeatureOverrides, overrideBar } from './feature-overrides.ts';
import { type DocumentPlan, planDocument, renderDocument } from './render-document.ts';
import type { RenderMarkup } from './render-markup.ts';

interface DocumentDependencies {
  readRegistry: ReadRegistry;
  loggedIn: (ctx: Context) => boolean;
  /** Text that stays this person's. */
  person: (ctx: Context) => string;
  /** The version of a shell that failed in this browser. */
  failedShell: (ctx: Context) => string | undefined;
  siteContent: () => SiteContent;
  overrides: (ctx: Context) => FeatureOverrides;
  /** What the page asks the API as it begins. */
  answers: (ctx: Context) => Promise<BootData['answers']>;
  renderMarkup: RenderMarkup;
}

/** Whether a browser navigates to an address: even if it looks like a file's, the shell redirects an unknown one to the home page. */
export const asksForPage = (ctx: Context): boolean =>
  isPage(ctx.path) || (!ctx.path.startsWith('/api/') && ctx.get('accept').includes('text/html'));

/** Every version that anyone may get. */
const versionsIn = ({ microFrontends }: Registry): string =>
  Object.values(microFrontends)
    .flat()
    .map(({ metadata }) => metadata.version)
    .join(' ');

/** What search engines may show, as a visitor sees it. Every other page is someone's own. */
const INDEXED = ['/', '/about', '/sign-up', '/login', '/survey'];

/** Answers every page's address with the document; the shell sends unknown ones home. Comes after all other routes. */
export const documentMiddleware =
  ({
    readRegistry,
    loggedIn,
    person,
    failedShell,
    siteContent,
    overrides,
    answers: answersOf,
    renderMarkup,
  }: DocumentDependencies): Middleware =>
  async (ctx, next) => {
    if (!asksForPage(ctx)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new MethodNotAllowed(['GET', 'HEAD']);
    const nonce = randomBytes(16).toString('base64');
    const registry = await readRegistry();
    const overridden = overrides(ctx);
    const origins = Object.values(overridden);
    const shell = chooseShell(registry, person(ctx), failedShell(ctx));
    if (!shell) throw noPage();
    ctx.set({
      ...documentPolicies({ registry, shell, nonce, origins }),
      // A service worker has asked.
      ...(ctx.get('service-worker-navigation-preload') && { [RELEASES_HEADER]: versionsIn(registry) }),
      // Names the live releases and who is logged in: a copy of it would be wrong a moment later.
      'cache-control': 'no-store',
      ...((loggedIn(ctx) || !INDEXED.includes(ctx.path)) && { 'x-robots-tag': 'noindex' }),
    });
    const answers = await answersOf(ctx);
    const input = {
      ...{ registry, shell, nonce },
      person: person(ctx),
      path: ctx.path,
      loggedIn: loggedIn(ctx),
      site: siteContent(),
      ...(answers && { answers }),
      overrides: overridden,
      bar: overrideBar(ctx, overridden)?.markup ?? '',
    };
    const plan = planDocument(input);
    const markup = await markupOf(ctx, shell, plan, renderMarkup);
    ctx.type = 'html';
    ctx.body = renderDocument(input, plan, markup);
  };

/** A visitor's page alone is rendered, from what its document holds. */
async function markupOf(
  ctx: Context,
  shell: Release,
  { boot, first, isDevelopment }: DocumentPlan,
  renderMarkup: RenderMarkup,
): Promise<string | null> {
  if (!boot.answers || isDevelopment) return null;
  const { answers = [] } = (boot.answers[surveyData.path]?.body ?? {}) as Partial<Survey>;
  return renderMarkup({
    shell,
    feature: first,
    address: ctx.path + ctx.search,
    boot,
    isForEverybody: answers.every((answer) => answer === null),
  });
}
