import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Content } from '../../domain/core/content/load-content.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { countAdverseEvents } from '../../domain/reports/trial-numbers/count-adverse-events.ts';
import {
  findTrialNumbers,
  type TrialNumbers,
} from '../../domain/reports/trial-numbers/find-trial-numbers.ts';
import { GROUPS, type Group, ONE_ARM_GROUPS } from '../../domain/reports/trial-numbers/groups.ts';
import { targetBy } from '../../domain/reports/trial-numbers/recruitment-target.ts';
import { findFollowUps } from '../../domain/trial/follow-ups/find-follow-ups.ts';
import { ARMS, type Arm } from '../../domain/trial/randomisation/permuted-blocks.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { STATE_WORDS } from '../follow-ups/follow-up-words.ts';
import { ADVERSE_EVENTS, FOLLOW_UPS, WARNING_SIGNS } from '../page/navigation.ts';
import { stack } from '../page/participant-section.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import { lineChart } from './chart.ts';
import { declaredAnalysis } from './declared-analysis.ts';
import { ARM_TEXT, groupLink } from './trial-links.ts';

const REASONS = {
  'age-or-medicine': 'Age or medicine',
  health: 'Health',
  'life-event': 'Life event',
  other: 'Other',
} as const;

/** The trial's numbers, each with the way to the people behind it. What discloses the arm needs the right to see it. */
export async function showTrial(request: StaffRequest): Promise<void> {
  const { op, staff } = request;
  const { product } = op.content;
  const seesArms = hasRight(staff, 'see-arms');
  const numbers = await findTrialNumbers(op.db, {
    now: op.now,
    timeZone: product.timeZone,
    followUpMonths: op.content.followUps.months,
  });
  await showStaffPage(request, {
    title: 'Trial',
    main: html`<h1>The trial at a glance</h1>
<p>As it stood on ${formatDatetime(product.timeZone, op.now)}. The export counts the same, by the same definitions.</p>
${recruitment(numbers, product)}
${flow(numbers, seesArms)}
${visitors(numbers)}
${seesArms && retention(numbers)}
${await followUps(request)}
${seesArms && records(numbers)}
${seesArms && (await safety(request, numbers))}
${deviations(numbers, seesArms)}
${declaredAnalysis(op.content)}`,
  });
}

const peopleIn = ({ flow }: TrialNumbers, box: string, arm: Arm | null = null): number =>
  flow.find((row) => row.box === box && row.arm === arm)?.people ?? 0;

function recruitment(
  { recruitment: weeks, ...numbers }: TrialNumbers,
  { recruitment: target }: Content['product'],
): Html {
  const sums = weeks.map((_, index) => {
    const until = weeks.slice(0, index + 1);
    return {
      consented: until.reduce((sum, week) => sum + week.consented, 0),
      randomised: until.reduce((sum, week) => sum + week.randomised, 0),
    };
  });
  const targets = weeks.map(({ monday }) => (target ? targetBy(target, monday) : 0));
  const randomised = sums.at(-1)?.randomised ?? 0;
  const [first, last] = [weeks[0], weeks.at(-1)];
  const summary = target
    ? `${randomised} randomised; the plan for the end of this week is ${targets.at(-1) ?? 0}, and ${target.target} by ${formatDate(target.until)}.`
    : `${randomised} randomised.`;
  return stack(
    'recruitment',
    'Recruitment',
    !first || !last
      ? html`<p>No participant has consented yet.${target && ` The plan is ${target.target} by ${formatDate(target.until)}.`}</p>`
      : html`${lineChart({
          id: 'recruitment-chart',
          label: 'Randomised by week.',
          summary,
          from: formatDate(first.monday),
          to: formatDate(last.monday),
          series: [
            { label: 'Randomised so far', values: sums.map((week) => week.randomised) },
            ...(target ? [{ label: 'Plan', values: targets, isDashed: true }] : []),
          ],
        })}
${tableOf(
  'Recruitment by week',
  ['Week from', 'Consented', 'Randomised', 'Randomised so far', ...(target ? ['Plan by its end'] : [])],
  weeks
    .map((week, index) => [
      formatDate(week.monday),
      week.consented,
      week.randomised,
      sums[index]?.randomised ?? 0,
      ...(target ? [targets[index] ?? 0] : []),
    ])
    .reverse(),
)}
<p class="soft">Consents of people whose information was deleted are gone; that they were randomised is counted (${peopleIn({ recruitment: weeks, ...numbers }, 'randomised-deleted')}).</p>`,
  );
}

/** A table that would be long, in a box of its own height which the keyboard scrolls. */
const tableOf = (
  label: string,
  columns: readonly string[],
  rows: readonly (readonly (Html | string | number)[])[],
): Html => html`<details class="pages-more"><summary>${label}, as a table</summary>
<div class="pages-scroll" role="region" aria-label="${label}" tabindex="0">${table(label, columns, rows)}</div></details>`;

const ENROLMENT: readonly Group[] = [
  'accounts',
  'not-assessed',
  'ineligible',
  'not-consented',
  'consented',
  'left-before',
  'not-randomised',
];
const FOLLOW_UP: readonly Group[] = ['recording', 'going-on', 'left-plan', 'withdrew', 'anonymous'];

/** The participant flow of CONSORT 2025. */
function flow(numbers: TrialNumbers, seesArms: boolean): Html {
  const row = (group: Group, arm: Arm | null) =>
    html`<dt>${GROUPS[group].text}</dt><dd>${groupLink(group, arm, peopleIn(numbers, group, arm), GROUPS[group].text)}</dd>`;
  const ruledOut = numbers.visitors.reduce((sum, { visitors }) => sum + visitors, 0);
  const arms = seesArms ? ARMS : [];
  const deleted = (arm: Arm | null) => peopleIn(numbers, 'randomised-deleted', arm);
  const randomised = (arm: Arm | null) => peopleIn(numbers, 'randomised', arm) + deleted(arm);
  const after = (arm: Arm | null, groups: readonly Group[]) => html`<dl class="pages-facts">
<dt>Randomised</dt><dd>${randomised(arm)}</dd>
${groups.map((group) => row(group, arm))}
<dt>Deleted everything since</dt><dd>${deleted(arm)}</dd>
<dt>Can be analysed</dt><dd>${groupLink('randomised', arm, peopleIn(numbers, 'randomised', arm), 'Can be analysed')}</dd>
</dl>`;
  return stack(
    'flow',
    'Participant flow (CONSORT 2025)',
    html`<div class="pages-flow">
<section class="card" aria-labelledby="enrolment"><h3 id="enrolment">Enrolment</h3>
<dl class="pages-facts"><dt>Visitors ruled out by the survey</dt><dd>${ruledOut}</dd>
${ENROLMENT.map((group) => row(group, null))}
<dt>Deleted everything, randomised or not</dt><dd>${peopleIn(numbers, 'deleted')}</dd></dl></section>
<section class="card" aria-labelledby="all-arms"><h3 id="all-arms">Randomised</h3>${after(null, seesArms ? FOLLOW_UP : FOLLOW_UP.filter((group) => !ONE_ARM_GROUPS.includes(group)))}</section>
${arms.map((arm) => html`<section class="card" aria-labelledby="arm-${arm}"><h3 id="arm-${arm}">${ARM_TEXT[arm]}</h3>${after(arm, FOLLOW_UP)}</section>`)}
</div>`,
  );
}

function visitors({ visitors }: TrialNumbers): Html {
  return stack(
    'visitors',
    'Visitors ruled out by the survey',
    html`<p>Counted without an account or any answer, by the first question that ruled them out. A month with fewer than five of a reason is counted with the next one; what is not five yet is in no number.</p>
${
  visitors.length === 0
    ? html`<p>None are counted yet.</p>`
    : table(
        'Visitors ruled out',
        ['Until the end of', 'Reason', 'Visitors'],
        visitors.map(({ month, reason, visitors }) => [month.slice(0, 7), REASONS[reason], visitors]),
      )
}`,
  );
}

const share = (part: number, whole: number): string =>
  `${part} of ${whole}${whole > 0 ? ` (${Math.round((100 * part) / whole)} %)` : ''}`;

const retention = ({ retention }: TrialNumbers): Html =>
  stack(
    'retention',
    'Retention',
    retention.length === 0
      ? html`<p>No participant was randomised as long ago as a follow-up is due.</p>`
      : table(
          'Retention',
          ['Months from randomisation', ...ARMS.map((arm) => ARM_TEXT[arm])],
          [...new Set(retention.map(({ months }) => months))]
            .sort((a, b) => a - b)
            .map((months) => [
              months,
              ...ARMS.map((arm) => {
                const row = retention.find((each) => each.arm === arm && each.months === months);
                return row ? share(row.retained, row.at_risk) : 'None yet';
              }),
            ]),
          'Of those randomised at least that number of months (of 30 days) ago, without the deleted: who had not left before that day.',
        ),
  );

async function followUps({ op, staff }: StaffRequest): Promise<Html> {
  const all = await findFollowUps(op);
  const states = Object.keys(STATE_WORDS) as (keyof typeof STATE_WORDS)[];
  const { months } = op.content.followUps;
  return stack(
    'follow-up',
    'Follow-ups',
    html`${table(
      'Follow-ups',
      ['State', ...months.map((each) => `${each} months`)],
      states.map((state) => [
        STATE_WORDS[state],
        ...months.map((each) => all.filter((one) => one.months === each && one.state === state).length),
      ]),
    )}
${hasRight(staff, 'see-follow-ups') && html`<p class="screen-only"><a class="pages-link" href="${FOLLOW_UPS}">Who is due</a> <a class="pages-link" href="${FOLLOW_UPS}?show=missed">Who missed one</a></p>`}`,
  );
}

function records(numbers: TrialNumbers): Html {
  const { adherence, lastDays } = numbers;
  const sum = (of: 'days_due' | 'days_recorded') => adherence.reduce((total, week) => total + week[of], 0);
  const yesterday = lastDays.find(({ days_ago }) => days_ago === 1);
  const perCent = (part: number, whole: number) => (whole > 0 ? Math.round((100 * part) / whole) : 0);
  return stack(
    'records',
    'Daily records',
    adherence.length === 0
      ? html`<p>No participant has recorded a day yet.</p>`
      : html`<p>${share(sum('days_recorded'), sum('days_due'))} days that were due are recorded, by ${groupLink('recording', null, peopleIn(numbers, 'recording'), 'who recorded')} participants.${yesterday && ` Yesterday: ${share(yesterday.recorded, yesterday.people)}.`}</p>
${lineChart({
  id: 'records-chart',
  label: 'Records of days due, by week since the first record.',
  summary: `${perCent(adherence[0]?.days_recorded ?? 0, adherence[0]?.days_due ?? 0)} per cent in week 1, ${perCent(adherence.at(-1)?.days_recorded ?? 0, adherence.at(-1)?.days_due ?? 0)} per cent in week ${adherence.at(-1)?.week}.`,
  from: 'Week 1',
  to: `Week ${adherence.at(-1)?.week}`,
  top: 100,
  unit: ' %',
  series: [
    {
      label: 'Recorded',
      values: adherence.map(({ days_recorded, days_due }) => perCent(days_recorded, days_due)),
    },
  ],
})}
${tableOf(
  'Records by week',
  ['Week', 'Participants', 'Days due', 'Days recorded'],
  adherence.map((week) => [week.week, week.people, week.days_due, week.days_recorded]),
)}
${tableOf(
  'The last 28 days',
  ['Days ago', 'Records due', 'Recorded'],
  lastDays.map((day) => [day.days_ago, day.people, day.recorded]),
)}`,
  );
}

const numberOf = ({ events }: TrialNumbers, count: TrialNumbers['events'][number]['count']): number =>
  events.find((row) => row.count === count)?.number ?? 0;

async function safety({ op, staff }: StaffRequest, numbers: TrialNumbers): Promise<Html> {
  const { all, serious, withoutConsent } = await countAdverseEvents(op.db);
  const link = (right: Parameters<typeof hasRight>[1], path: string, text: string) =>
    hasRight(staff, right) ? html`<a class="pages-link" href="${path}">${text}</a>` : text;
  return stack(
    'safety',
    'Safety',
    table(
      'Safety',
      ['What', 'How many'],
      [
        [link('review-warnings', WARNING_SIGNS, 'Days with a warning sign'), numberOf(numbers, 'signs')],
        ['Of these, about self-harm', numberOf(numbers, 'signs-self-harm')],
        ['Of these, waiting for the team', numberOf(numbers, 'signs-waiting')],
        [
          'Participants with one that waits',
          groupLink(
            'waiting-sign',
            null,
            peopleIn(numbers, 'waiting-sign'),
            'participants with one that waits',
          ),
        ],
        [link('see-adverse-events', ADVERSE_EVENTS, 'Adverse events'), all],
        [link('see-adverse-events', `${ADVERSE_EVENTS}?only=serious`, 'Serious adverse events'), serious],
        ...(withoutConsent > 0
          ? [['Adverse events of people without a consent, not in the export', withoutConsent]]
          : []),
      ],
    ),
  );
}

function deviations(numbers: TrialNumbers, seesArms: boolean): Html {
  const rows: [text: string, events: number, group: Group][] = [
    ['Steps of a plan taken before their day', numberOf(numbers, 'early-steps'), 'early-step'],
    ['Records that arrived more than a day late', numberOf(numbers, 'late-records'), 'late-record'],
    ['Randomised though not eligible', numberOf(numbers, 'randomised-ineligible'), 'randomised-ineligible'],
  ];
  return stack(
    'deviations',
    'Deviations',
    table(
      'Deviations',
      ['What', 'How often', 'Participants'],
      rows
        .filter(([, , group]) => seesArms || group === 'randomised-ineligible')
        .map(([text, events, group]) => [
          text,
          events,
          groupLink(group, null, peopleIn(numbers, group), GROUPS[group].text),
        ]),
    ),
  );
}
