import { SHELL } from '@stepwise/shared-contracts/federation/names';
import { useLocation } from '@stepwise/shared-contracts/router';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { FaultNotice } from '../components/fault-notice.tsx';
import { Footer } from '../components/footer.tsx';
import { Header } from '../components/header.tsx';
import { HelpLine } from '../components/help-line.tsx';
import { Announcer, StatusLine } from '../components/status-messages.tsx';
import { useUrgentHelp } from '../components/use-urgent-help.ts';
import { useFederation } from '../federation/federation-context.ts';
import { useSession } from '../services/shell-services.ts';
import styles from './layout.module.css';

/**
 * What stands around every page. Logging in or out makes another frame, and another page a footer of its own, rather
 * than moving what is there.
 */
export function Layout({ children }: { children: ReactNode }) {
  const isLoggedIn = useSession((state) => state.isLoggedIn);
  const isUrgent = useUrgentHelp();
  const { pathname } = useLocation();
  const { loader } = useFederation();
  const shell = useStore(loader.state, ({ parts }) => parts[SHELL]?.pages) ?? {};
  const {
    'log-out-dialog': LogOutDialog,
    'session-end-notice': SessionEndNotice,
    'registry-follower': RegistryFollower,
    'fault-watcher': FaultWatcher,
  } = shell;
  return (
    <>
      <div key={`${isLoggedIn}`} className={styles.frame} data-tabs={isLoggedIn || undefined}>
        <a className={styles.skip} href="#main">
          Skip to main content
        </a>
        <Header />
        <HelpLine />
        <StatusLine />
        <main className={styles.main} id="main" tabIndex={-1}>
          {LogOutDialog && <LogOutDialog />}
          {!isUrgent && <FaultNotice />}
          {children}
          {isUrgent && <FaultNotice />}
        </main>
        <Footer key={pathname} />
      </div>
      {isLoggedIn && SessionEndNotice && <SessionEndNotice />}
      <Announcer />
      {RegistryFollower && <RegistryFollower />}
      {FaultWatcher && <FaultWatcher />}
    </>
  );
}
