import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { useSession } from '../services/shell-services.ts';

const takeFocus = (box: HTMLDivElement | null) => box?.focus();

/** Asks before a log-out that would leave changes unsent. */
export function LogOutDialog() {
  const asked = useSession((state) => state.logOutDialog);
  if (!asked) return null;
  return (
    <div ref={takeFocus} tabIndex={-1}>
      <Notice tone="warning" title="Some of your changes are not saved yet" announced>
        <p>
          They are only on this device until there is a connection. If you log out now, they are deleted and
          cannot be brought back.
        </p>
        <ActionBar>
          <Button onClick={() => asked.answer(false)}>Stay logged in</Button>
          <Button variant="quiet" onClick={() => asked.answer(true)}>
            Log out and delete them
          </Button>
        </ActionBar>
      </Notice>
    </div>
  );
}
