interface SelectFieldProps {
  /** Unique on the page. */
  id: string;
  label: string;
  hint?: string;
  options: readonly { value: string; text: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** A labelled native select. */
export function SelectField({ id, label, hint, options, value, onChange }: SelectFieldProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <div className="field-box">
        <select
          className="field-input"
          id={id}
          value={value}
          aria-describedby={hint && `${id}-hint`}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
