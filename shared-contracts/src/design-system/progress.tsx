interface ProgressProps {
  /** In words, `Question 4 of 14`: the bar shows the same again and is hidden from screen readers. */
  label: string;
  /** For a heading that it describes. */
  id?: string;
  value: number;
  max: number;
}

/** How far along a series of pages this one is. */
export function Progress({ label, id, value, max }: ProgressProps) {
  return (
    <div className="progress">
      <p className="eyebrow" id={id}>
        {label}
      </p>
      <progress className="progress-bar" value={value} max={max} aria-hidden="true" />
    </div>
  );
}
