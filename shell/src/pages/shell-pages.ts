import { FaultWatcher } from '../components/fault-watcher.tsx';
import { LogOutDialog } from '../components/log-out-dialog.tsx';
import { RegistryFollower } from '../components/registry-follower.tsx';
import { SessionEndNotice } from '../components/session-end-notice.tsx';
import type { ShellPageName } from '../federation/federation-context.ts';
import { AboutPage } from './about.page.tsx';
import { HomePage } from './home.page.tsx';
import { LogInPage } from './log-in.page.tsx';
import { SignUpPage } from './sign-up.page.tsx';

/**
 * The shell's own pages, what is asked of a participant on any page, and what follows the registry and the faults of the
 * releases. They are a file of their own, `pages.js`, because the welcome page shows none of them.
 */
export const shellPages = {
  about: AboutPage,
  home: HomePage,
  'log-in': LogInPage,
  'sign-up': SignUpPage,
  'log-out-dialog': LogOutDialog,
  'session-end-notice': SessionEndNotice,
  'registry-follower': RegistryFollower,
  'fault-watcher': FaultWatcher,
} satisfies { [P in ShellPageName]: unknown };
