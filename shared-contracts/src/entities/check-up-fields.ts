const answer = (name: string) => ({
  name,
  words: (isGood: boolean): string => (isGood ? 'good' : 'not so good'),
});

/**
 * What a check-up asks beside its lists; `words` takes what an answer may be. The call, the record and the optimistic store
 * follow from this list, and `check-up-schemas.ts` and the API's `check-up-columns.ts` are checked against it. An optional
 * field accepts null, which is how it is stored, and its schema makes null of a missing one (`z._default`).
 */
export const CHECK_UP_FIELDS = {
  sleep: answer('Sleep'),
  mood: answer('Mood'),
  active: answer('Activity'),
};

export type CheckUpField = keyof typeof CHECK_UP_FIELDS;
export type CheckUpAnswers = {
  [F in CheckUpField]: Parameters<(typeof CHECK_UP_FIELDS)[F]['words']>[0];
};

export const CHECK_UP_FIELD_NAMES = Object.keys(CHECK_UP_FIELDS) as CheckUpField[];

/** Makes an object with a value for each field. */
export const mapCheckUpFields = <V extends Record<CheckUpField, unknown>>(
  pick: (field: CheckUpField) => V[CheckUpField],
): V => Object.fromEntries(CHECK_UP_FIELD_NAMES.map((field) => [field, pick(field)])) as V;

/** Only the answers of an object that has more. */
export const answersOf = (source: CheckUpAnswers): CheckUpAnswers =>
  mapCheckUpFields<CheckUpAnswers>((field) => source[field]);
