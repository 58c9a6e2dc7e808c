import { readFileSync } from 'node:fs';
import { liveRelease, type Registry } from '@stepwise/shared-contracts/federation/registry';
import type { Logger } from 'pino';
import type { Operation } from './domain/core/operation/operation.ts';
import { applyConfiguration } from './domain/data/audit-log/apply-configuration.command.ts';
import type { Config } from './platform/config/config.ts';
import { describeError } from './platform/errors/describe-error.ts';
import type { RegistryReader } from './release-api/registry-reader.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The settings that matter for the trial: none is a secret. */
const settingsOf = (config: Config): Record<string, string> => ({
  allocation: config.allocation,
  staffSecondFactor: config.staffSecondFactor,
  mail: config.mail ? 'sent' : 'stored',
  publicUrl: config.publicUrl ?? 'none',
});

const releasesOf = (registry: Registry): Record<string, string> =>
  Object.fromEntries(
    Object.keys(registry.microFrontends).flatMap((name) => {
      const live = liveRelease(registry, name);
      return live ? [[name, live.metadata.version]] : [];
    }),
  );

/**
 * Writes to the audit log what applies, now and whenever other releases go live. Returns once it is written, or was tried: a
 * start does not wait for a log that cannot be written.
 */
export async function followConfiguration(
  begin: () => Operation,
  registry: Pick<RegistryReader, 'read' | 'follow'>,
  config: Config,
  log: Logger,
): Promise<void> {
  const apply = (releases: Record<string, string>, isStart: boolean) =>
    applyConfiguration(
      begin(),
      { software: version, releases, settings: settingsOf(config) },
      { isStart },
    ).catch((error) => log.error(describeError(error), 'what applies was not written to the audit log'));
  let known = await registry.read().then(releasesOf, () => ({}));
  await apply(known, true);
  registry.follow((found) => {
    const releases = releasesOf(found);
    if (JSON.stringify(releases) === JSON.stringify(known)) return;
    known = releases;
    void apply(releases, false);
  });
}
