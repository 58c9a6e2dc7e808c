import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { useSession } from '../app/shell-services.ts';

const takeFocus = (box: HTMLDivElement | null) => box?.focus();

/** Asks before a log-out that would leave changes unsent. */
export function LogOutDialog() {
  const asked = useSession((state) => state.logOutDialog);
  if (!asked) return null;
  return (
    <div ref={takeFocus} tabIndex={-1}>
      <Notice tone="warning" title="Some of your changes are not saved yet" announced>
        <p>
          They stay on this device and are sent the next time you log in here. On a device that other people
          use, stay logged in until they are saved.
        </p>
        <ActionBar>
          <Button onClick={() => asked.answer(false)}>Stay logged in</Button>
          <Button variant="quiet" onClick={() => asked.answer(true)}>
            Log out now
          </Button>
        </ActionBar>
      </Notice>
    </div>
  );
}
