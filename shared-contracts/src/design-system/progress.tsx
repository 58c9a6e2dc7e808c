interface ProgressProps {
  /** In words, `Question 4 of 14`: the bar shows the same again and is hidden from screen readers. */
  label: string;
  value: number;
  max: number;
}

/** How far along a series of pages this one is. */
export function Progress({ label, value, max }: ProgressProps) {
  return (
    <div className="progress">
      <p className="eyebrow">{label}</p>
      <progress className="progress-bar" value={value} max={max} aria-hidden="true" />
    </div>
  );
}
