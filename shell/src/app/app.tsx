import { HostProvider, type HostServices } from '@stepwise/shared-contracts/federation/host-services';
import { useLocation, useNavigate } from '@stepwise/shared-contracts/router';
import { useEffect, useMemo, useState } from 'react';
import { focusHelp } from '../components/focus-help.ts';
import type { LogInReason } from '../services/log-in-reason.ts';
import { ShellContext, type ShellServices, useSession, useShell } from '../services/shell-services.ts';
import { AppRoutes } from './app-routes.tsx';
import { Layout } from './layout.tsx';
import { findSubscribeToPush } from './subscribe-to-push.ts';

/** The whole app, inside a router. Rendered once the session has started. */
export function App({ services }: { services: ShellServices }) {
  const navigate = useNavigate();
  const [subscribeToPush, setSubscribeToPush] = useState<HostServices['subscribeToPush']>();
  // The server's markup, which is hydrated as it is, knows no browser.
  useEffect(() => setSubscribeToPush(findSubscribeToPush), []);
  const host = useMemo<HostServices>(
    () => ({
      client: services.client,
      outbox: services.outbox,
      store: services.store,
      site: services.site,
      ...(services.answers && { answers: services.answers }),
      now: services.now,
      navigate: (to) => void navigate(to),
      announce: services.announcements.announce,
      setTitle: (title) => {
        document.title = `${title} – ${services.site.productName}`;
      },
      focusHelp,
      refresh: services.session.refresh,
      forgetParticipant: services.session.forget,
      logOut: async () => {
        if (await services.session.logOut()) await navigate('/');
      },
      ...(subscribeToPush && { subscribeToPush }),
    }),
    [services, navigate, subscribeToPush],
  );
  return (
    <ShellContext value={services}>
      <HostProvider services={host}>
        <LogInWhenExpired />
        <Layout>
          <AppRoutes />
        </Layout>
      </HostProvider>
    </ShellContext>
  );
}

/** Goes to log-in when the server ended the session, and forgets the participant only once that page is there. */
function LogInWhenExpired() {
  const { session } = useShell();
  const expiredAt = useSession((state) => state.expiredAt);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (expiredAt === null) return;
    if (pathname === '/login') void session.end();
    else void navigate('/login', { state: { returnTo: expiredAt } satisfies LogInReason });
  }, [expiredAt, pathname, navigate, session]);
  return null;
}
