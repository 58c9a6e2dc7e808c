import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { courseOf } from './course.ts';
import { COURSE_TABLE } from './course-sheet.ts';
import { CourseTable } from './course-table.tsx';

test('each cell of the course table has the name of its column, for a screen without room for the header', () => {
  const dose = { date: '2026-11-18', dose: 50, label: '50 mg', state: 'taken' as const, planned: null };
  const { periods } = courseOf({ doses: [dose], records: [], today: '2026-11-20' });
  render(<CourseTable periods={periods} />);
  const [, ...names] = COURSE_TABLE.head;
  expect(screen.getByRole('rowheader').textContent).toBe('50 mg');
  expect(screen.getAllByRole('cell').map((cell) => cell.dataset.name)).toEqual(names);
});
