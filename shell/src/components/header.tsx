import { BrandMark } from '@stepwise/shared-contracts/design-system/brand-mark';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Icon, isIconName } from '@stepwise/shared-contracts/design-system/icon';
import type { FeatureNavigation } from '@stepwise/shared-contracts/federation/feature-manifest';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { Link, useLocation } from '@stepwise/shared-contracts/router';
import { useState } from 'react';
import { useFeatures } from '../federation/federation-context.ts';
import { useSession } from '../services/shell-services.ts';
import styles from './header.module.css';

type Entry = Pick<FeatureNavigation, 'label' | 'path' | 'icon' | 'order'>;

const FOR_VISITORS: Entry[] = [
  { label: 'Welcome', path: '/', icon: '', order: 0 },
  { label: 'Log in', path: '/login', icon: '', order: 1 },
];
const HOME: Entry = { label: 'Home', path: '/', icon: 'home', order: 0 };

/** The brand, the navigation (on a phone a bar within the thumb's reach once logged in) and the way out. */
export function Header() {
  const isLoggedIn = useSession((state) => state.isLoggedIn);
  return (
    <header className={styles.header}>
      <Brand />
      <Navigation entries={useEntries(isLoggedIn)} asTabs={isLoggedIn} />
      {isLoggedIn && <LogOut />}
    </header>
  );
}

function Brand() {
  return (
    <Link className={styles.brand} to="/">
      <BrandMark />
      {useHost().site.productName}
    </Link>
  );
}

/** The shell's own entries and those of the live features whose condition holds. */
function useEntries(isLoggedIn: boolean): Entry[] {
  const features = useFeatures();
  const randomised = useParticipant(({ user }) => user?.randomise ?? false);
  if (!isLoggedIn) return FOR_VISITORS;
  const ofFeatures = features
    .flatMap(({ manifest }) => manifest.navigation ?? [])
    .filter(({ condition }) => condition === 'participant' || randomised);
  return [HOME, ...ofFeatures].sort((a, b) => a.order - b.order);
}

function Navigation({ entries, asTabs }: { entries: Entry[]; asTabs: boolean }) {
  const actingAs = useParticipant(({ adminActing, user }) =>
    adminActing && user ? `${user.firstName} ${user.lastName}`.trim() : null,
  );
  const { pathname } = useLocation();
  const isAt = (path: string) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
  return (
    <nav className={styles.nav} aria-label="Main">
      {actingAs !== null && <p className={styles.acting}>Acting as - {actingAs}</p>}
      <ul className={styles.entries} data-tabs={asTabs || undefined}>
        {entries.map(({ label, path, icon }) => (
          <li key={path}>
            <Link to={path} className={styles.entry} aria-current={isAt(path) ? 'page' : undefined}>
              {isIconName(icon) && <Icon name={icon} />}
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LogOut() {
  const { logOut } = useHost();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="link"
      busy={busy}
      onClick={async () => {
        setBusy(true);
        await logOut();
        setBusy(false);
      }}
    >
      Log out
    </Button>
  );
}
