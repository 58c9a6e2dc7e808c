import { Link } from '@stepwise/shared-contracts/router';
import type { ComponentProps, ReactNode } from 'react';
import type { ButtonVariant } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { preventDoubleTap } from './prevent-double-tap.ts';

interface LooksLikeButton {
  variant?: ButtonVariant;
  icon?: IconName;
  children: ReactNode;
}

/** Goes to another page of the app and looks like a button. */
export function LinkButton({
  variant = 'filled',
  icon,
  onClick,
  children,
  ...rest
}: LooksLikeButton & Omit<ComponentProps<typeof Link>, 'className' | 'children'>) {
  return (
    <Link {...rest} {...preventDoubleTap(onClick)} className="button" data-variant={variant}>
      {icon && <Icon name={icon} size={20} />}
      {children}
    </Link>
  );
}

/**
 * Leaves the app: `tel:`, `mailto:`, a download or another site. With `newWindow` the other page cannot reach this
 * one, and the link says that a new window opens.
 */
export function AnchorButton({
  variant = 'filled',
  icon,
  newWindow = false,
  onClick,
  children,
  ...rest
}: LooksLikeButton & { newWindow?: boolean } & Omit<
    ComponentProps<'a'>,
    'className' | 'children' | 'target' | 'rel'
  >) {
  return (
    <a
      {...rest}
      {...preventDoubleTap(onClick)}
      className="button"
      data-variant={variant}
      {...(newWindow ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {icon && <Icon name={icon} size={20} />}
      {children}
      {newWindow && <span className="visually-hidden"> (opens in a new window)</span>}
    </a>
  );
}
