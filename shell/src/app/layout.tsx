import { useLocation } from '@stepwise/shared-contracts/router';
import type { ReactNode } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { Footer } from '../components/footer.tsx';
import { Header } from '../components/header.tsx';
import { HelpLine } from '../components/help-line.tsx';
import { LogOutDialog } from '../components/log-out-dialog.tsx';
import { SessionEndNotice } from '../components/session-end-notice.tsx';
import { Announcer, UnsentStatus } from '../components/status-messages.tsx';
import styles from './layout.module.css';
import { useSession } from './shell-services.ts';

/**
 * What stands around every page. Logging in or out makes another frame, and another page a footer of its own, rather
 * than moving what is there.
 */
export function Layout({ children }: { children: ReactNode }) {
  const isLoggedIn = useSession((state) => state.isLoggedIn);
  const { pathname } = useLocation();
  return (
    <>
      <div key={`${isLoggedIn}`} className={styles.frame} data-tabs={isLoggedIn || undefined}>
        <a className={styles.skip} href="#main">
          Skip to main content
        </a>
        <Header />
        {isLoggedIn && <HelpLine />}
        <UnsentStatus />
        <main className={styles.main} id="main" tabIndex={-1}>
          <LogOutDialog />
          <FaultNotice />
          {children}
        </main>
        <Footer key={pathname} />
      </div>
      {isLoggedIn && <SessionEndNotice />}
      <Announcer />
    </>
  );
}
