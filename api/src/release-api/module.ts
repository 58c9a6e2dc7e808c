import { defineModule } from '../platform/modules/define-module.ts';
import { DAY_MS, MINUTE_MS } from '../platform/modules/durations.ts';
import {
  CanarySession,
  OpenPage,
  ReleaseChange,
  ReleaseFile,
  ReleaseRow,
  ReleaseSourceMap,
  ReleaseUse,
} from './release.entities.ts';
import { ReleaseReport } from './release-report.entity.ts';

/** The registry of releases, and what browsers report of them. */
export const releases = defineModule({
  name: 'release-api',
  entities: [
    ReleaseRow,
    ReleaseFile,
    ReleaseSourceMap,
    ReleaseChange,
    OpenPage,
    ReleaseUse,
    CanarySession,
    ReleaseReport,
  ],
  codes: {
    release: 'all',
    release_file: 'all',
    release_source_map: 'all',
    release_change: 'all',
    open_page: 'all',
    release_use: 'all',
    canary_session: 'all',
    release_report: 'all',
  },
  // Releases are judged by what happened lately. A page that is open is written down again within a minute.
  retention: [
    { table: 'release_report', since: 'reported_at', retentionMs: 30 * DAY_MS },
    { table: 'release_use', since: 'day', retentionMs: 30 * DAY_MS },
    { table: 'canary_session', since: 'at', retentionMs: 30 * DAY_MS },
    { table: 'open_page', since: 'seen_at', retentionMs: 15 * MINUTE_MS },
  ],
});
