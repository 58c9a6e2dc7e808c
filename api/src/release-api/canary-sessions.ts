import { createHmac } from 'node:crypto';
import { chooseRelease } from '@stepwise/shared-contracts/federation/choose-release';
import { canaryRelease, type Registry } from '@stepwise/shared-contracts/federation/registry';
import type { EntityManager } from '../platform/database/orm.ts';
import { query } from '../platform/database/query.ts';

/** A browser's session, and the secret its key is hidden by. */
export interface Session {
  key: string;
  secret: string;
  /** Text that stays this person's: it decides which releases they get while there is a canary. */
  person: string;
}

/** Hides a session's key: what is kept identifies no one. */
export const hideSession = ({ key, secret }: Pick<Session, 'key' | 'secret'>): string =>
  createHmac('sha256', secret).update(`release-report ${key}`).digest('hex');

/** The canaries that a person gets, by package. */
export const canariesOf = (registry: Registry, person: string): [name: string, version: string][] =>
  Object.keys(registry.microFrontends).flatMap((name) => {
    const canary = canaryRelease(registry, name);
    return canary && chooseRelease(registry, name, person) === canary
      ? [[name, canary.metadata.version]]
      : [];
  });

/** Notes that a session has begun to use the canaries it was given, once for each. Gives those that are new to it. */
export async function noteCanarySession(
  em: EntityManager,
  registry: Registry,
  session: Session,
  at: Date,
): Promise<[name: string, version: string][]> {
  const canaries = canariesOf(registry, session.person);
  if (canaries.length === 0) return [];
  const rows = canaries.map(([name, version]) => ({
    package: name,
    version,
    session: hideSession(session),
    at,
  }));
  const added = await query(em)
    .insertInto('canary_session')
    .values(rows)
    .onConflict((known) => known.columns(['package', 'version', 'session']).doNothing())
    .returning(['package', 'version'])
    .execute();
  return added.map(({ package: name, version }) => [name, version]);
}

/** Whether a session was given a canary before it reports on it. */
export async function wasGiven(
  em: EntityManager,
  { feature, version }: { feature: string; version: string },
  session: Session,
): Promise<boolean> {
  const found = await query(em)
    .selectFrom('canary_session')
    .select('at')
    .where('package', '=', feature)
    .where('version', '=', version)
    .where('session', '=', hideSession(session))
    .executeTakeFirst();
  return found !== undefined;
}
