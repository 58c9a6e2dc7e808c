import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { liveRelease } from '@stepwise/shared-contracts/federation/registry';
import { attest, makeAttestationKeys } from '@stepwise/shared-contracts/release/attestation';
import { readBuiltRelease, readBuiltVersions } from '@stepwise/shared-contracts/release/built-releases';
import type { HistoryEntry } from '@stepwise/shared-contracts/release/release-api';
import { type ReleaseTarget, releaseTarget } from '@stepwise/tooling/release/release-target';
import { breakFeature } from '../../support/broken-release.ts';
import { openPage } from '../compare/open-page.ts';
import type { Rehearsal } from '../context.ts';
import { hasAccount, isReducing, type Person } from '../people/person.ts';
import { operatesOn } from './operate.ts';

/** What Home shows of it is made on the server. */
const NAME = 'mf-tracker';
const GOOD = '9.0.0-rehearsed';
const BAD = '9.0.1-rehearsed';
const REASON = 'Its page is not made on the server.';
const HASTE = 'It is wanted today.';
const TOKEN = 'the release token of a rehearsal';
/** In UTC: late in the evening of the trial's country, when many make their check-ups. */
const FROM_HOUR = 11;
const TRIES = 200;
const TRY_AGAIN_MS = 50;

const goodOn = (days: number): number => Math.floor(days * 0.3);
const badOn = (days: number): number => Math.floor(days * 0.5);

type Entry = Pick<HistoryEntry, 'action' | 'from' | 'to' | 'traffic' | 'reason'>;

/** The operator: releases a version, promotes a bad one unseen, and recalls it a day later. */
export function createReleases() {
  const { privateKey, publicKey } = makeAttestationKeys();
  const hash = createHash('sha256').update(TOKEN).digest('hex');
  let built = '';
  /** The version that pages have to name since the last change, until they are compared. */
  let uncompared: string | null = null;
  const changes = [
    { day: goodOn, make: release, live: GOOD },
    { day: badOn, make: releaseBad, live: BAD },
    { day: (days: number) => badOn(days) + 1, make: recall, live: GOOD },
  ];

  /** Gives everyone a version that is made of the one built. */
  async function release({ stack, watch }: Rehearsal, target: ReleaseTarget): Promise<void> {
    // From here on releases come only by the API, as where the server runs without a checkout.
    const { STEPWISE_BUILD: folder = '' } = stack.settings;
    stack.settings.STEPWISE_BUILD = join(stack.workplace.work, 'build');
    built = (await readBuiltVersions(folder))[NAME] ?? '';
    const source = await readBuiltRelease(folder, NAME, built);
    const good = breakFeature(source, { version: GOOD, fault: 'none' });
    await target.publish(good);
    await target.publish(breakFeature(source, { version: BAD, fault: 'throws on the server' }));
    const { revision } = (await target.look(NAME)).registry;
    const attestation = attest({ name: NAME, ...good.release.metadata, revision }, privateKey);
    await target.deploy(NAME, { action: 'release', version: GOOD, revision, attestation });
    watch.count('features released');
  }

  /** No browser has opened it: it is a canary first. */
  async function releaseBad(_rehearsal: Rehearsal, target: ReleaseTarget): Promise<void> {
    for (const action of ['release', 'promote'] as const) {
      const { revision } = (await target.look(NAME)).registry;
      await target.deploy(NAME, { action, version: BAD, reason: HASTE, revision });
    }
  }

  async function recall({ watch }: Rehearsal, target: ReleaseTarget): Promise<void> {
    const { revision } = (await target.look(NAME)).registry;
    await target.deploy(NAME, { action: 'recall', reason: REASON, revision });
    watch.count('features recalled');
  }

  return {
    settings: { RELEASE_TOKENS: `* ${hash} ${publicKey}` },
    /** Makes the change of this hour, if there is one, while people go on. */
    async work(rehearsal: Rehearsal): Promise<void> {
      const { stack, plan, day } = rehearsal;
      const [next] = changes;
      if (!next || !stack.hasPages || new Date(stack.now()).getUTCHours() < FROM_HOUR) return;
      if (day() < next.day(plan.days) || operatesOn(day())) return;
      changes.shift();
      const target = releaseTarget(stack.server().origin, TOKEN);
      await next.make(rehearsal, target);
      await compareRegistry(rehearsal, target, next.live);
      uncompared = next.live;
    },
    /** What people's pages are made of after a change. */
    async compare(rehearsal: Rehearsal, people: readonly Person[]): Promise<void> {
      const live = uncompared;
      uncompared = null;
      if (live === null) return;
      for (const person of people)
        if (hasAccount(person) && isReducing(person)) await comparePages(rehearsal, person, live);
    },
  };

  /** What the server says of the package, and who changed what and why. */
  async function compareRegistry({ watch }: Rehearsal, target: ReleaseTarget, live: string): Promise<void> {
    const { registry, history } = await target.look(NAME);
    const truth: Entry[][] = [
      [{ action: 'release', from: built, to: GOOD, traffic: 100 }],
      [
        { action: 'release', from: GOOD, to: BAD, traffic: 20, reason: HASTE },
        { action: 'promote', from: GOOD, to: BAD, traffic: 100, reason: HASTE },
      ],
      [{ action: 'recall', from: BAD, to: GOOD, traffic: 100, reason: REASON }],
    ];
    watch.compare('release', 'live', liveRelease(registry, NAME)?.metadata.version, live);
    watch.compare(
      'release',
      'history',
      history
        .filter(({ action }) => action !== 'build')
        .map(({ action, from, to, traffic, reason }) => ({ action, from, to, traffic, reason })),
      truth.slice(0, truth.length - changes.length).flat(),
    );
  }
}

/** A person's pages name the version for everyone; the one whose server build throws leaves the words of Home to the browser. */
async function comparePages(rehearsal: Rehearsal, person: Person, live: string): Promise<void> {
  const { watch } = rehearsal;
  const isBad = live === BAD;
  const look = async () => {
    const page = await openPage(person, '/');
    const version = page.features.find(({ manifest }) => manifest.name === NAME)?.version;
    return { ...page, version };
  };
  let home = await look();
  // The server hears of a change from its database, and a page that it makes for the first time may come too late.
  for (let tries = 0; tries < TRIES; tries++) {
    if (home.version === live && (isBad || !home.data || home.markup !== null)) break;
    await wait(TRY_AGAIN_MS);
    home = await look();
  }
  const { status, version, text } = home;
  const isNamed = text.includes(`/${NAME}/${BAD}/`);
  watch.compare('page of a release', person.name, [status, version, isNamed], [200, live, isBad]);
  if (!home.data) return;
  const loads = text.includes(`/${NAME}/${live}/feature.js`);
  watch.compare(
    'page of a release',
    `${person.name}, scripts and words`,
    [loads, home.markup !== null],
    [true, !isBad],
  );
  watch.count(isBad ? 'pages without the words of a bad release' : 'pages of a new release');
}
