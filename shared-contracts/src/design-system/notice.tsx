import type { ReactNode } from 'react';

interface NoticeProps {
  tone?: 'info' | 'warning';
  title?: string;
  /** Set when the notice appears in answer to something the person did: it is read out at once. */
  announced?: boolean;
  children: ReactNode;
}

/** Something to take note of, set apart from the text around it. */
export function Notice({ tone = 'info', title, announced = false, children }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={announced ? 'alert' : undefined}>
      {title && <p className="notice-title">{title}</p>}
      {children}
    </div>
  );
}
