import type { ComponentProps } from 'react';
import { WITHOUT_SCRIPT } from '../federation/names.ts';

/**
 * A form that the app sends. A browser that sends it by itself, since the app is not there yet, puts no field into an
 * address: it goes, unread, to a page that says what to do.
 */
export function Form(props: Omit<ComponentProps<'form'>, 'method' | 'action'>) {
  return <form method="post" action={WITHOUT_SCRIPT} {...props} />;
}
