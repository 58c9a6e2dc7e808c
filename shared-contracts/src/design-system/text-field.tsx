import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'value' | 'onChange'> {
  /** Named by the caller, so that an error summary can link to it. */
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** A labelled native input. `type="password"` gets a button that shows what was typed. */
export function TextField({
  id,
  label,
  hint,
  error,
  type = 'text',
  value,
  onChange,
  ...rest
}: TextFieldProps) {
  const [revealed, setRevealed] = useState(false);
  const isPassword = type === 'password';
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className="field-error" id={`${id}-error`}>
          <Icon name="warning" size={20} />
          <span>
            <span className="visually-hidden">Error: </span>
            {error}
          </span>
        </span>
      )}
      <div className="field-box">
        <input
          {...rest}
          className="field-input"
          id={id}
          type={isPassword && revealed ? 'text' : type}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          {...(isPassword ? { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {isPassword && (
          <Button
            variant="link"
            aria-controls={id}
            aria-label={revealed ? 'Hide password' : 'Show password'}
            onClick={() => setRevealed(!revealed)}
          >
            {revealed ? 'Hide' : 'Show'}
          </Button>
        )}
      </div>
    </div>
  );
}
