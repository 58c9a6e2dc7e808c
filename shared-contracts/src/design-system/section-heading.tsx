import type { ReactNode } from 'react';

/** The heading of a section, with its edit buttons beside it. */
export function SectionHeading({ id, text, children }: { id: string; text: string; children?: ReactNode }) {
  return (
    <div className="section-heading">
      <h2 id={id}>{text}</h2>
      {children}
    </div>
  );
}
