import type { JsonSchema, Release } from '@stepwise/shared-contracts/federation/registry';
import { isAssignable } from './is-assignable.ts';

type Types = NonNullable<Release['extras']['types']>;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const fieldsOf = ({ properties }: JsonSchema): Record<string, unknown> => Object(properties);

/**
 * What of the types that a feature knows cannot be given to it, as `ParticipantState.activities`; none for a shell from before types
 * were recorded. What is given besides changes nothing.
 */
export function findTypeMismatches(known: Types, given: Types | undefined): string[] {
  if (!given) return [];
  return Object.entries(known).flatMap(([name, type]) => {
    const there = given[name] ?? {};
    return Object.entries(fieldsOf(type)).flatMap(([field, knownField]) => {
      const isThere = field in fieldsOf(there);
      const isNeeded = list(type.required).includes(field);
      const isGiven = list(there.required).includes(field) || !isNeeded;
      const hasType = !isThere || isAssignable(fieldsOf(there)[field], knownField, 'any fields');
      return isGiven && hasType ? [] : [`${name}.${field}`];
    });
  });
}
