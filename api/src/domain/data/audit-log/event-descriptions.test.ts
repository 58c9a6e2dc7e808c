import { expect, test } from '@jest/globals';
import { describeForParticipant, describeForTeam } from './event-descriptions.ts';

test('an event is described for who reads it, and one of an earlier release by its type', () => {
  expect(describeForTeam('plan.changed')).toBe('changed the participant’s plan');
  expect(describeForParticipant('plan.changed')).toBe('changed your plan');
  expect(describeForTeam('plan.of-an-earlier-release')).toBe('plan.of-an-earlier-release');
});
