import { expect, test } from '@jest/globals';
import { nameFor } from './viewer.ts';

test.each([
  [true, { firstName: 'Ada', lastName: 'Nguyen', studyId: 'P1' }, 'Ada Nguyen'],
  [true, { firstName: '', lastName: '', studyId: 'P1' }, 'Participant without a name'],
  [false, { firstName: 'Ada', lastName: 'Nguyen', studyId: 'P1' }, 'P1'],
  [false, { firstName: 'Ada', lastName: 'Nguyen', studyId: null }, 'Participant without a study id'],
])('a viewer with names: %s calls %j %s', (names, participant, name) => {
  expect(nameFor({ names, arms: true }, participant)).toBe(name);
});
