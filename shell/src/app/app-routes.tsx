import type { FeatureRoute } from '@stepwise/shared-contracts/federation/feature-manifest';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { matchPath, Navigate, useLocation } from '@stepwise/shared-contracts/router';
import { isLoggedIn as hasData } from '@stepwise/shared-contracts/store/selectors';
import type { ReactNode } from 'react';
import { FeaturePage, FeatureSlot, ShellPage } from '../federation/feature-boundary.tsx';
import { useFeatures } from '../federation/federation-context.ts';
import type { LogInReason } from './log-in-reason.ts';
import { useSession } from './shell-services.ts';

/** Every address of the app: the shell's own, and those that the live features' manifests name. */
export function AppRoutes() {
  const features = useFeatures();
  const { pathname } = useLocation();
  // No two of them overlap: no feature goes live with a path of the shell's or of another feature's.
  const routes: [path: string, element: ReactNode][] = [
    ['/', <Start />],
    ['/sign-up', <ForVisitors page={<ShellPage page="sign-up" title="Sign up" />} />],
    ['/login/*', <ForVisitors page={<ShellPage page="log-in" title="Log in" />} />],
    ['/about/*', <ShellPage page="about" title="Privacy Statement" />],
    ...features.flatMap(({ manifest }) =>
      manifest.routes.map(({ path, exact, page, access }): [string, ReactNode] => [
        exact ? path : `${path}/*`,
        <Guarded access={access} page={<FeaturePage feature={manifest} page={page} />} />,
      ]),
    ),
  ];
  const [, element] = routes.find(([path]) => matchPath(path, pathname)) ?? [];
  return element ?? <Redirect to="/" />;
}

function Start() {
  const isLoggedIn = useSession((state) => state.isLoggedIn);
  if (!isLoggedIn) return <FeatureSlot slot="welcome" />;
  return <WithData page={<ShellPage page="home" title="Home" />} />;
}

/** Goes elsewhere, and keeps the page's height until that is there. */
function Redirect({ to, reason }: { to: string; reason?: LogInReason }) {
  return (
    <div className="page" aria-busy="true">
      <Navigate to={to} replace state={reason} />
    </div>
  );
}

function ForVisitors({ page }: { page: ReactNode }) {
  const isLoggedIn = useSession(({ isLoggedIn, expiredAt }) => isLoggedIn && expiredAt === null);
  const reason = useLocation().state as LogInReason | null;
  return isLoggedIn ? <Redirect to={reason?.returnTo ?? '/'} /> : page;
}

function Guarded({ access, page }: { access: FeatureRoute['access']; page: ReactNode }) {
  const isLoggedIn = useSession((state) => state.isLoggedIn);
  const { pathname, search } = useLocation();
  if (access === 'anyone') return page;
  if (!isLoggedIn) return <Redirect to="/login" reason={{ returnTo: pathname + search }} />;
  return <WithData page={page} />;
}

/** Nothing while the participant's data is missing: the layout says so, with a way to try again. */
function WithData({ page }: { page: ReactNode }) {
  return useParticipant(hasData) ? page : null;
}
