import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Safety } from '../../domain/core/content/safety.schema.ts';
import { ARM_LABELS } from '../../domain/core/export/labels.ts';
import {
  type Arm,
  type ByArm,
  findSafetyReport,
  type SafetyReport,
} from '../../domain/reports/safety/find-safety-report.ts';
import { ARMS } from '../../domain/trial/randomisation/permuted-blocks.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { choiceText, seriousText } from '../adverse-events/adverse-event-words.ts';
import { SAFETY_REPORT } from '../page/navigation.ts';
import { stack } from '../page/participant-section.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';

export const safetyReportPages = (admin: StaffRouter): void =>
  admin.get(SAFETY_REPORT, 'see-safety-report', showSafetyReport);

const armText = (arm: string): string => new Map<string, string>(ARM_LABELS).get(arm) ?? 'Not randomised';

const TOTALS: Record<string, string> = {
  all: 'All adverse events',
  serious: 'Serious',
  'serious-unexpected': 'Serious and unexpected',
  unsigned: 'Not signed by an investigator yet',
};

/** Adverse events by arm. Prints as the closed part of the safety board's report. */
async function showSafetyReport(request: StaffRequest): Promise<void> {
  const { op } = request;
  const { safety, product } = op.content;
  const report = await findSafetyReport(op.db, product.timeZone);
  await recordView(request, null);
  const choice = (choices: Safety['severities']) => (id: string) => choiceText(choices, id);
  await showStaffPage(request, {
    title: 'Closed safety report',
    main: html`<h1>Closed safety report</h1>
<p>For members of the safety board only. It shows the groups side by side: keep it from everybody who works on the trial.</p>
<p>Adverse events of randomised participants by their newest version, without those that were voided. Each number is of events, with the number of people in brackets.</p>
${counts(report, 'totals', 'Totals', report.totals, (id) => TOTALS[id] ?? id)}
${counts(report, 'criteria', 'Serious, by criterion', report.criteria, choice(safety.criteria))}
${counts(report, 'severities', 'By severity', report.severities, choice(safety.severities))}
${counts(report, 'relatedness', 'By relation to the reduction', report.relatedness, choice(safety.relatedness))}
${counts(report, 'outcomes', 'By outcome', report.outcomes, choice(safety.outcomes))}
${counts(report, 'terms', 'By term', report.terms, (term) => term || 'Not coded yet')}
${stack('serious', 'Serious events, one by one', seriousTable(report, safety))}
${
  report.erased.length > 0 &&
  stack(
    'erased',
    'Erased with their participants',
    table(
      'Erased with their participants',
      ['Group', 'Seriousness', 'Events'],
      report.erased.map(({ arm, serious, count }) => [
        armText(arm),
        serious ? 'Serious' : 'Not serious',
        count,
      ]),
    ),
  )
}`,
  });
}

function counts(
  { randomised }: SafetyReport,
  id: string,
  heading: string,
  counted: readonly ByArm[],
  words: (of: string) => string,
): Html {
  const rows = [...new Set(counted.map(({ of }) => of))];
  const cell = (of: string, arm: Arm): string => {
    const found = counted.find((each) => each.of === of && each.arm === arm);
    return found ? `${found.events} (${found.people})` : '0';
  };
  return stack(
    id,
    heading,
    rows.length === 0
      ? html`<p>None.</p>`
      : table(
          heading,
          ['', ...ARMS.map((arm) => `${armText(arm)}, ${randomised[arm]} people`)],
          rows.map((of) => [words(of), ...ARMS.map((arm) => cell(of, arm))]),
        ),
  );
}

const seriousTable = ({ serious }: SafetyReport, safety: Safety): Html =>
  serious.length === 0
    ? html`<p>None.</p>`
    : table(
        'Serious events',
        [
          'Participant',
          'Group',
          'Term',
          'Criteria',
          'Began',
          'Day since randomisation',
          'Related',
          'Expected',
          'Outcome',
        ],
        serious.map((each) => [
          each.studyId ?? 'Without a study id',
          armText(each.arm),
          each.term || 'Not coded yet',
          seriousText(safety, each.criteria),
          formatDate(each.onset),
          each.day,
          choiceText(safety.relatedness, each.relatedness),
          choiceText(safety.expectedness, each.expectedness),
          choiceText(safety.outcomes, each.outcome),
        ]),
      );
