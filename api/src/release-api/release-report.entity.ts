import { defineEntity, p } from '@mikro-orm/core';

/**
 * A release that failed in a browser. One browser session counts once a release; the reporter is a
 * keyed hash of it, which identifies no one.
 */
export const ReleaseReport = defineEntity({
  name: 'ReleaseReport',
  tableName: 'release_report',
  properties: {
    feature: p.string().length(64).primary(),
    version: p.string().length(64).primary(),
    reporter: p.string().length(64).primary(),
    outcome: p.enum(['failed-to-load', 'failed-to-render', 'failed-in-use']),
    /** The error's class. */
    error: p.string().length(64).nullable(),
    /** Where it was thrown in the built files, innermost first, one a line. */
    frames: p.text().nullable(),
    reportedAt: p.datetime(3),
  },
});
