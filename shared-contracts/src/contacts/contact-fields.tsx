import type { ComponentProps } from 'react';
import { TextField } from '../design-system/text-field.tsx';
import { CONTACTS, type ContactDetails, type ContactFieldName, type ContactKind } from './contact.ts';

/**
 * The phone's pattern is a hint that nothing enforces (specification, section 5): a form with these fields carries
 * `noValidate`. Browsers' own suggestions are off because they would offer the participant's own details.
 */
const FIELDS: Record<
  ContactFieldName,
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

interface ContactFieldsProps {
  kind: ContactKind;
  contact: ContactDetails;
  onChange: (contact: ContactDetails) => void;
  problems?: Partial<Record<ContactFieldName, string>>;
}

/** The id of a field, for an error summary's link or for moving focus. */
export const contactFieldId = (kind: ContactKind, field: ContactFieldName): string => `${kind}-${field}`;

/** The fields of one helper, grouped under their heading. The page's own form saves them. */
export function ContactFields({ kind, contact, onChange, problems = {} }: ContactFieldsProps) {
  return (
    <fieldset className="field-group stack">
      <legend>
        <h2>{CONTACTS[kind].legend}</h2>
      </legend>
      {CONTACTS[kind].fields.map((field) => (
        <TextField
          {...FIELDS[field]}
          key={field}
          id={contactFieldId(kind, field)}
          autoComplete="off"
          value={contact[field] ?? ''}
          error={problems[field]}
          onChange={(value) => onChange({ ...contact, [field]: value })}
        />
      ))}
    </fieldset>
  );
}
