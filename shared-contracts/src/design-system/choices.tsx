import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';
import { keepInPlace } from './keep-in-place.ts';
import { PageHeading, type PageHeadingProps } from './page-heading.tsx';
import { preventDoubleTap } from './prevent-double-tap.ts';

/** As questions, symptoms and activities have them. */
export interface Choice {
  id: number;
  text: string;
  /** A particular warning sign: marked with a triangle and words. */
  warningSign?: boolean;
}

interface ChoicesFrame {
  legend: ReactNode;
  /** Given, the legend is the page's heading. */
  heading?: Omit<PageHeadingProps, 'children'>;
  hint?: ReactNode;
  error?: string | undefined;
}

function Frame({ legend, heading, hint, error, children }: ChoicesFrame & { children: ReactNode }) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset className="choices" aria-describedby={describedBy || undefined}>
      <legend className="choices-legend">
        {heading ? <PageHeading {...heading}>{legend}</PageHeading> : legend}
      </legend>
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="warning" size={20} />
          {error}
        </p>
      )}
      <div className="choices-list">{children}</div>
    </fieldset>
  );
}

interface RadioChoicesProps extends ChoicesFrame {
  /** Unique on the page. */
  name: string;
  options: readonly Choice[];
  /** The chosen option's id; null until the person chooses. */
  value: number | null;
  onChange: (id: number) => void;
}

/** One of several, never chosen beforehand. */
export function RadioChoices({ name, options, value, onChange, ...frame }: RadioChoicesProps) {
  return (
    <Frame {...frame}>
      {options.map((option) => (
        <label className="choice" key={option.id} {...preventDoubleTap()}>
          <input
            className="choice-input"
            type="radio"
            name={name}
            checked={option.id === value}
            onChange={(event) => {
              // The answer may change what is above it, as a schedule does its plan.
              keepInPlace(event.currentTarget);
              onChange(option.id);
            }}
          />
          <span className="choice-text">{option.text}</span>
        </label>
      ))}
    </Frame>
  );
}

interface CheckboxChoicesProps extends ChoicesFrame {
  options: readonly Choice[];
  /** The ids of the ticked options. */
  values: readonly number[];
  onToggle: (id: number, ticked: boolean) => void;
}

/** None, one or many of several. */
export function CheckboxChoices({ options, values, onToggle, ...frame }: CheckboxChoicesProps) {
  return (
    <Frame {...frame}>
      {options.map((option) => (
        <label className="choice" key={option.id} {...preventDoubleTap()}>
          <input
            className="choice-input"
            type="checkbox"
            checked={values.includes(option.id)}
            onChange={(event) => {
              // What is ticked may bring the numbers to call above it.
              keepInPlace(event.currentTarget);
              onToggle(option.id, event.currentTarget.checked);
            }}
          />
          <span className="choice-text">{option.text}</span>
          {option.warningSign && (
            <span className="warning-sign">
              <Icon name="warning" size={18} />
              warning sign
            </span>
          )}
        </label>
      ))}
    </Frame>
  );
}
