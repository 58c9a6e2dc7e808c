import { type MouseEvent, useEffect, useRef } from 'react';

export interface FieldProblem {
  fieldId: string;
  message: string;
}

interface ErrorSummaryProps {
  title?: string;
  /** What is wrong as a whole. */
  message?: string | undefined;
  /** Keep the same array between renders: a new one means a new attempt, and focus moves here again. */
  problems: readonly FieldProblem[];
}

const focusField = (event: MouseEvent, fieldId: string) => {
  event.preventDefault();
  document.getElementById(fieldId)?.focus();
};

/** What went wrong with a form, at its top, with a link to each field. Takes focus whenever it has news. */
export function ErrorSummary({ title = 'There is a problem', message, problems }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const empty = problems.length === 0 && !message;
  useEffect(() => {
    if (problems.length > 0 || message) box.current?.focus();
  }, [problems, message]);

  if (empty) return null;
  return (
    <div className="error-summary" ref={box} tabIndex={-1} role="alert" aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">{title}</h2>
      {message && <p>{message}</p>}
      {problems.length > 0 && (
        <ul>
          {problems.map(({ fieldId, message: problem }) => (
            <li key={fieldId}>
              <a href={`#${fieldId}`} onClick={(event) => focusField(event, fieldId)}>
                {problem}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
