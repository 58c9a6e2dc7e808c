import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadContent } from './load-content.ts';
import { presentSite } from './present-content.ts';

const content = loadContent(join(import.meta.dirname, '../../../../content'));

test('the team’s days are numbered from 1 for Monday to 7 for Sunday, in the trial’s time zone', () => {
  const { product } = content;
  const { researchTeam } = product;
  const { openingHours } = presentSite({
    ...content,
    product: {
      ...product,
      timeZone: 'Australia/Perth',
      researchTeam: {
        ...researchTeam,
        openingHours: { days: ['Monday', 'Friday', 'Sunday'], from: '08:00', to: '16:00' },
      },
    },
  }).researchTeam;
  expect(openingHours).toEqual({
    days: [1, 5, 7],
    from: '08:00',
    to: '16:00',
    timeZone: 'Australia/Perth',
  });
});
