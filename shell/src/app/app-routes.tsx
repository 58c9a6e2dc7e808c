import type { FeatureRoute } from '@stepwise/shared-contracts/federation/feature-manifest';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { Navigate, Route, Routes, useLocation } from '@stepwise/shared-contracts/router';
import { isLoggedIn as hasData } from '@stepwise/shared-contracts/store/selectors';
import type { ReactNode } from 'react';
import { FeaturePage, FeatureSlot, ShellPage } from '../federation/feature-boundary.tsx';
import { useFeatures } from '../federation/federation-context.ts';
import type { LogInReason } from '../services/log-in-reason.ts';
import { useSession } from '../services/shell-services.ts';

/** Every address of the app: the shell's own, and those that the live features' manifests name. */
export function AppRoutes() {
  const features = useFeatures();
  return (
    <Routes>
      <Route path="/" element={<Start />} />
      <Route path="/sign-up" element={<ForVisitors page={<ShellPage page="sign-up" title="Sign up" />} />} />
      <Route path="/login/*" element={<ForVisitors page={<ShellPage page="log-in" title="Log in" />} />} />
      <Route path="/about/*" element={<ShellPage page="about" title="Privacy Statement" />} />
      {features.flatMap(({ manifest }) =>
        manifest.routes.map(({ path, exact, page, access }) => (
          <Route
            key={path}
            path={exact ? path : `${path}/*`}
            element={<Guarded access={access} page={<FeaturePage feature={manifest} page={page} />} />}
          />
        )),
      )}
      <Route path="*" element={<Redirect to="/" />} />
    </Routes>
  );
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
