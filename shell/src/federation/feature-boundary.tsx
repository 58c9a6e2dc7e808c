import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import type { FeatureManifest, SlotName } from '@stepwise/shared-contracts/federation/feature-manifest';
import { HostProvider, useHost } from '@stepwise/shared-contracts/federation/host-services';
import { SHELL } from '@stepwise/shared-contracts/federation/names';
import {
  Component,
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { useStore } from 'zustand';
import styles from './feature-boundary.module.css';
import { FeatureFallback } from './feature-fallback.tsx';
import { type ShellPageName, useFeatures, useFederation } from './federation-context.ts';
import type { LoadedParts } from './load-feature.ts';
import { releaseName } from './release-name.ts';
import { reportCalls } from './report-calls.ts';

type Part = { page: string } | { slot: SlotName };

/** Whether the part brings the page's heading: the welcome page is one, the timeline stands below another's. */
const isWholePage = (part: Part): boolean => 'page' in part || part.slot === 'welcome';

const componentOf = (module: LoadedParts, part: Part): ComponentType | undefined =>
  'page' in part ? module.pages[part.page] : module.slots[part.slot];

interface RenderGuardProps {
  onFailure: (error: unknown) => void;
  fallback: ReactNode;
  children: ReactNode;
}

class RenderGuard extends Component<RenderGuardProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** The release of a feature that is in use and its parts, loading them when they are not here yet. */
function useFeature(name: string) {
  const { loader } = useFederation();
  const release = useStore(loader.state, ({ features }) =>
    features.find(({ manifest }) => manifest.name === name),
  );
  const parts = useStore(loader.state, (state) => state.parts[name]);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(1);
  const [retrying, setRetrying] = useState(false);

  // `attempt` makes the effect ask once more; another release, which takes the place of one that threw, does as well.
  useEffect(() => {
    let wanted = true;
    const showOutcome = (hasFailed: boolean) => {
      if (!wanted) return;
      setFailed(hasFailed);
      setRetrying(false);
    };
    loader.loadFeature(name, attempt > 1).then(
      () => showOutcome(false),
      () => showOutcome(true),
    );
    return () => {
      wanted = false;
    };
  }, [loader, name, attempt, release]);

  const retry = useCallback(() => {
    setRetrying(true);
    setAttempt((number) => number + 1);
  }, []);
  return { release, parts, failed, attempt, retrying, retry };
}

/** Stands before what mounts, so that each of its own steps comes first: whatever hangs after it is marked. */
function Mounting({ release }: { release: string }) {
  const { mounts } = useFederation();
  mounts?.mark(release);
  useLayoutEffect(() => mounts?.mark(release), [mounts, release]);
  useEffect(() => {
    mounts?.mark(release);
    return mounts?.watch(release);
  }, [mounts, release]);
  return null;
}

/** Marks a release while it mounts, and gives it a client that reports its calls. */
function OfRelease({ release, children }: { release: LiveFeature; children: ReactNode }) {
  const { report } = useFederation();
  const host = useHost();
  const services = useMemo(() => {
    const { manifest, version } = release;
    return report
      ? { ...host, client: reportCalls(host.client, { feature: manifest.name, version }, report) }
      : host;
  }, [host, release, report]);
  return (
    <HostProvider services={services}>
      <Mounting release={releaseName(release)} />
      {children}
    </HostProvider>
  );
}

/**
 * One page or slot of one feature. Whatever goes wrong with the feature, its network, its loading, its rendering, stays
 * in here. The last good release takes the place of one that fails; without it a fallback offers a retry, which loads or
 * renders again.
 */
function FeatureBoundary({ name, title, part }: { name: string; title: string; part: Part }) {
  const { site, loader, mounts } = useFederation();
  const { release, parts, failed, attempt, retrying, retry } = useFeature(name);
  const fallback = (
    <FeatureFallback
      title={title}
      heads={isWholePage(part)}
      site={site}
      retrying={retrying}
      onRetry={retry}
    />
  );
  const loading = (
    <div className="page" aria-busy="true">
      <p className={styles.loading} role="status">
        Loading “{title}”…
      </p>
    </div>
  );

  const Content = parts && componentOf(parts, part);
  if (Content)
    return (
      <RenderGuard
        key={`${release?.version} ${attempt}`}
        fallback={release?.lastGood ? loading : fallback}
        onFailure={(error) => {
          mounts?.answer();
          if (release) loader.giveUp(release, error);
        }}
      >
        {release ? (
          <OfRelease release={release}>
            <Content />
          </OfRelease>
        ) : (
          <Content />
        )}
      </RenderGuard>
    );
  return failed ? fallback : loading;
}

/** A page of a feature, by the name that the feature's manifest gives it. */
export function FeaturePage({ feature: { name, title }, page }: { feature: FeatureManifest; page: string }) {
  // A key per page: state of one feature's loading must not reach the next one.
  return <FeatureBoundary key={`${name} ${page}`} name={name} title={title} part={{ page }} />;
}

/** What fills a slot, or nothing when no live feature does. */
export function FeatureSlot({ slot }: { slot: SlotName }) {
  const feature = useFeatures().find(({ manifest }) => manifest.slots.includes(slot));
  if (!feature) return null;
  const { name, title } = feature.manifest;
  return <FeatureBoundary name={name} title={title} part={{ slot }} />;
}

/** One of the shell's own pages: it comes in a file of its own, which can be missing as a feature can. */
export function ShellPage({ page, title }: { page: ShellPageName; title: string }) {
  return <FeatureBoundary key={page} name={SHELL} title={title} part={{ page }} />;
}
