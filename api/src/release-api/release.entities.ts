import { defineEntity, p } from '@mikro-orm/core';
import type { Release } from '@stepwise/shared-contracts/federation/registry';
import { DEPLOYMENT_ACTIONS } from '@stepwise/shared-contracts/release/release-api';

const version = () => p.string().length(80);

/** A published release, which never changes. Its files lie beside it; who gets it is said by the changes only. */
export const ReleaseRow = defineEntity({
  name: 'Release',
  tableName: 'release',
  properties: {
    package: p.string().length(64).primary(),
    version: version().primary(),
    /** Without a deployment. */
    description: p.json<Release>(),
    publishedBy: p.string().length(255),
    publishedAt: p.datetime(3),
  },
});

/** A file of a release. Compressed forms are files of their own, `.br` and `.gz`. */
export const ReleaseFile = defineEntity({
  name: 'ReleaseFile',
  tableName: 'release_file',
  properties: {
    package: p.string().length(64).primary(),
    version: version().primary(),
    path: p.string().length(120).primary(),
    content: p.blob().$type<Buffer>(),
  },
});

/** The source map of a release's script, compressed by gzip. No address serves it. */
export const ReleaseSourceMap = defineEntity({
  name: 'ReleaseSourceMap',
  tableName: 'release_source_map',
  properties: {
    package: p.string().length(64).primary(),
    version: version().primary(),
    /** Of the script. */
    path: p.string().length(120).primary(),
    content: p.blob().$type<Buffer>(),
  },
});

/**
 * A change of who gets which release of a package, and what holds since: the newest change of each package is the
 * registry, all of them are its history.
 */
export const ReleaseChange = defineEntity({
  name: 'ReleaseChange',
  tableName: 'release_change',
  properties: {
    /** Counts the changes of all packages without a gap. */
    revision: p.integer().primary(),
    package: p.string().length(64),
    action: p.enum([...DEPLOYMENT_ACTIONS]),
    /** Null where the package was retired. */
    live: version().nullable(),
    canary: version().nullable(),
    /** Per cent of the people who get the canary. */
    canaryShare: p.smallint().nullable(),
    lastGood: version().nullable(),
    /** Whether the team's key says that a browser opened the canary; null without one. */
    canaryAttested: p.boolean().nullable(),
    /** Written by the version before this one, which may run beside it, and read by nothing. */
    promoteAfter: p.smallint().nullable(),
    /**
     * The release that this change made live may render participants' pages: who opened it in a browser signed that, it came
     * with the server's own checkout, or it was the package's first.
     */
    liveAttested: p.boolean().default(false),
    /** The version that this change recalled. */
    recalled: version().nullable(),
    madeBy: p.string().length(255),
    madeAt: p.datetime(3),
    reason: p.string().length(500).nullable(),
  },
});

/** A page that is open somewhere. Names no one: the page makes its id up, and is forgotten minutes after it was last heard of. */
export const OpenPage = defineEntity({
  name: 'OpenPage',
  tableName: 'open_page',
  properties: {
    id: p.string().length(32).primary(),
    /** The releases in use, as `mf-plan@0.1.3-0123456789ab` with commas between. */
    shows: p.string().length(2000),
    seenAt: p.datetime(3).index(),
  },
});

/** Counts of one UTC day. They name no one, and no document. */
export const ReleaseUse = defineEntity({
  name: 'ReleaseUse',
  tableName: 'release_use',
  properties: {
    package: p.string().length(64).primary(),
    version: version().primary(),
    day: p.date().primary(),
    /** Documents in which a page or slot of it mounted and that answered for ten seconds after. */
    exposures: p.integer().default(0),
    /** Documents in which it failed to load, to render or in use, hung, or made a call that no server has. */
    faults: p.integer().default(0),
    /** Of the faults, those where the page answered no more. */
    hangs: p.integer().default(0),
    /** Documents in which one of its calls was rejected. */
    failedCalls: p.integer().default(0),
    /** Of the exposures, those whose document said when it was painted first, and the sum of that in ms. */
    paints: p.integer().default(0),
    paintMs: p.bigint('number').default(0),
  },
});

/** Written by the version before this one, which may run beside it, and read by nothing. */
export const CanarySession = defineEntity({
  name: 'CanarySession',
  tableName: 'canary_session',
  properties: {
    package: p.string().length(64).primary(),
    version: version().primary(),
    session: p.string().length(64).primary(),
    at: p.datetime(3),
  },
});
