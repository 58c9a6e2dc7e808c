import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import { RELEASES_HEADER } from '@stepwise/shared-contracts/federation/offline-app';
import type { Registry } from '@stepwise/shared-contracts/federation/registry';
import type { Context, Middleware } from 'koa';
import { MethodNotAllowed } from '../../platform/errors/app-error.ts';
import { asksForPage } from '../../platform/http/is-page.ts';
import { streamDocument } from '../../platform/http/stream-document.ts';
import { noPage, type ReadRegistry } from '../../release-api/registry-reader.ts';
import { chooseShell } from './choose-shell.ts';
import { documentPolicies } from './content-security-policy.ts';
import { documentCache, makeNonce } from './document-cache.ts';
import { type FeatureOverrides, overrideBar } from './feature-overrides.ts';
import { makeDocument } from './make-document.ts';
import { pageAddress } from './page-address.ts';
import { previewBar } from './preview.ts';
import type { DocumentAnswers } from './render-document.ts';
import type { RenderMarkup } from './render-markup.ts';

interface DocumentDependencies {
  readRegistry: ReadRegistry;
  /** An opaque name of the participant who is logged in. */
  participant: (ctx: Context) => string | undefined;
  /** Text that stays this person's. */
  person: (ctx: Context) => string;
  /** The version of a shell that failed in this browser. */
  failedShell: (ctx: Context) => string | undefined;
  siteContent: () => SiteContent;
  overrides: (ctx: Context) => FeatureOverrides;
  /** What a tester gets instead; undefined without a preview. */
  preview: (ctx: Context, registry: Registry) => Promise<Registry | undefined>;
  /** What the page asks the API as it begins. */
  answers: (ctx: Context) => Promise<DocumentAnswers | undefined>;
  renderMarkup: RenderMarkup;
  /** Whether a participant's page is rendered, or comes without markup. Rejects where that is not known. */
  mayRender: (ctx: Context) => Promise<boolean>;
}

/** Every version that anyone may get. */
const versionsIn = ({ microFrontends }: Registry): string =>
  Object.values(microFrontends)
    .flat()
    .map(({ metadata }) => metadata.version)
    .join(' ');

/** What search engines may show, as a visitor sees it. Every other page is someone's own. */
const INDEXED = ['/', '/about', '/sign-up', '/login', '/survey'];

/** Answers every page's address with the document; the shell sends unknown ones home. Comes after all other routes. */
export function documentMiddleware({
  readRegistry,
  participant,
  person,
  failedShell,
  siteContent,
  overrides,
  preview,
  answers: answersOf,
  renderMarkup,
  mayRender,
}: DocumentDependencies): Middleware {
  const readKept = documentCache();
  return async (ctx, next) => {
    if (!asksForPage(ctx)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new MethodNotAllowed(['GET', 'HEAD']);
    const named = participant(ctx);
    const isLoggedIn = named !== undefined;
    const nonce = makeNonce();
    const ofEveryone = await readRegistry();
    const previewed = await preview(ctx, ofEveryone);
    const registry = previewed ?? ofEveryone;
    const overridden = overrides(ctx);
    const origins = Object.values(overridden);
    const shell = chooseShell(registry, person(ctx), failedShell(ctx));
    if (!shell) throw noPage();
    ctx.set({
      ...documentPolicies({ registry, shell, nonce, origins }),
      // A service worker has asked.
      ...(ctx.get('service-worker-navigation-preload') && { [RELEASES_HEADER]: versionsIn(ofEveryone) }),
      // Names the live releases and who is logged in: a copy of it would be wrong a moment later.
      'cache-control': 'no-store',
      ...((isLoggedIn || !INDEXED.includes(ctx.path)) && { 'x-robots-tag': 'noindex' }),
    });
    const bar = `${overrideBar(ctx, overridden)?.markup ?? ''}${previewed ? previewBar(ctx).markup : ''}`;
    const address = isLoggedIn ? ctx.path + ctx.search : pageAddress(registry, ctx.path, ctx.search);
    const asked = { registry, shell, person: person(ctx) };
    const make = (within: string, render = renderMarkup) => {
      const input = {
        ...{ ...asked, path: ctx.path, loggedIn: isLoggedIn, nonce: within },
        ...{ site: siteContent(), overrides: overridden, bar },
      };
      return makeDocument(input, { address: previewed ? undefined : address, person: named }, render);
    };
    ctx.type = 'html';
    if (isLoggedIn) {
      const allowed = mayRender(ctx).catch(() => false);
      const { head, finish } = make(nonce, async (page) => ((await allowed) ? renderMarkup(page) : null));
      const finished = answersOf(ctx).then(finish);
      const body = finished.then((rest) => rest.body);
      return streamDocument(ctx, head, body);
    }
    const answers = await answersOf(ctx);
    const makeWhole = async (within: string) => {
      const { head, finish } = make(within);
      const { body, hasMarkup } = await finish(answers);
      return { html: head + body, hasMarkup };
    };
    const isForEverybody = address && answers?.isForEverybody && origins.length === 0;
    ctx.body = isForEverybody
      ? await readKept(nonce, { ...asked, address }, makeWhole)
      : (await makeWhole(nonce)).html;
  };
}
