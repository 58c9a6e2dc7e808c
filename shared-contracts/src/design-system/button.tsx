import { type ComponentProps, type MouseEvent, useId, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { keepInPlace } from './keep-in-place.ts';
import { preventDoubleTap } from './prevent-double-tap.ts';

export type ButtonVariant = 'filled' | 'quiet' | 'danger' | 'link';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className' | 'aria-disabled'> {
  variant?: ButtonVariant;
  icon?: IconName;
  /** Work is under way: further presses do nothing. The label, or a `Status` beside it, says what is going on. */
  busy?: boolean;
  /** Why the button does nothing yet. It stays in the tab order; pressing it shows and announces the reason. */
  inactiveReason?: string | undefined;
}

/** A native button, `type="button"` by default. One `filled` button a screen: the next thing to do. */
export function Button({
  variant = 'filled',
  icon,
  busy = false,
  inactiveReason,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const [pressedReason, setPressedReason] = useState<string>();
  const inactive = inactiveReason !== undefined;
  // Its line stays: what is below would come up under the finger.
  if (!inactive && pressedReason) setPressedReason('');

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    keepInPlace(event.currentTarget);
    if (!inactive && !busy) {
      onClick?.(event);
      return;
    }
    // Also keeps a submit button, and Enter in a field, from submitting.
    event.preventDefault();
    setPressedReason(inactiveReason);
  };

  return (
    <>
      <button
        type="button"
        {...rest}
        className="button"
        data-variant={variant}
        aria-disabled={inactive || busy ? true : undefined}
        aria-busy={busy || undefined}
        aria-describedby={inactive ? reasonId : rest['aria-describedby']}
        {...preventDoubleTap(press)}
      >
        {icon && <Icon name={icon} size={20} />}
        {children}
      </button>
      {inactive && (
        <span className="visually-hidden" id={reasonId}>
          {inactiveReason}
        </span>
      )}
      {(inactive || pressedReason !== undefined) && (
        <span className={pressedReason !== undefined ? 'button-reason' : 'visually-hidden'} role="status">
          {pressedReason}
        </span>
      )}
    </>
  );
}
