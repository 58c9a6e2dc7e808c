import type { ComponentProps } from 'react';
import { TextField } from '../design-system/text-field.tsx';
import { PEOPLE, type Person, type PersonFieldName, type PersonKind } from './person.ts';

/**
 * The phone's pattern is a hint that nothing enforces (specification, section 5): a form with these fields carries
 * `noValidate`. Browsers' own suggestions are off because they would offer the participant's own details.
 */
const FIELDS: Record<
  PersonFieldName,
  Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'type' | 'pattern' | 'maxLength'>
> = {
  name: { label: 'Name', maxLength: 150 },
  phone: {
    label: 'Phone',
    hint: 'Four digits, three digits, three digits, such as 0491-570-006',
    type: 'tel',
    pattern: '[0-9]{4}-[0-9]{3}-[0-9]{3}',
    maxLength: 40,
  },
  email: { label: 'Email', type: 'email', maxLength: 254 },
};

interface PersonFieldsProps {
  kind: PersonKind;
  person: Person;
  onChange: (person: Person) => void;
  problems?: Partial<Record<PersonFieldName, string>>;
}

/** The id of a field, for an error summary's link or for moving focus. */
export const personFieldId = (kind: PersonKind, field: PersonFieldName): string => `${kind}-${field}`;

/** The fields of one helper, grouped under their heading. The page's own form saves them. */
export function PersonFields({ kind, person, onChange, problems = {} }: PersonFieldsProps) {
  return (
    <fieldset className="field-group stack">
      <legend>
        <h2>{PEOPLE[kind].legend}</h2>
      </legend>
      {PEOPLE[kind].fields.map((field) => (
        <TextField
          {...FIELDS[field]}
          key={field}
          id={personFieldId(kind, field)}
          autoComplete="off"
          value={person[field] ?? ''}
          error={problems[field]}
          onChange={(value) => onChange({ ...person, [field]: value })}
        />
      ))}
    </fieldset>
  );
}
