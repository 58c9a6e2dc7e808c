import type { ComponentProps } from 'react';

/** A bordered section. Give `aria-labelledby` the id of its heading so that it can be found as a region. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={className ? `card ${className}` : 'card'} />;
}
