import { defineEntity, p } from '@mikro-orm/core';
import { FAULTS } from '@stepwise/shared-contracts/federation/faults';

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
    outcome: p.enum([...FAULTS]),
    /** The error's class. */
    error: p.string().length(64).nullable(),
    /** Where it was thrown in the built files, innermost first, one a line; of a call that no server has, the call. */
    frames: p.text().nullable(),
    reportedAt: p.datetime(3),
  },
});
