import * as z from 'zod';
import { EXCLUSION_REASONS } from '../../../core/content/content.schema.ts';
import type { Content } from '../../../core/content/load-content.ts';
import type { ExportColumn, ExportFile } from '../../../core/export/export-file.ts';
import { ARM_LABELS, labelled } from '../../../core/export/labels.ts';
import { ARMS } from '../../../trial/randomisation/permuted-blocks.ts';
import { GROUPS, groups, ONE_ARM_GROUPS } from '../../trial-numbers/groups.ts';
import { FLOW_SQL, RECRUITMENT_SQL, retentionSql, VISITORS_SQL } from '../../trial-numbers/numbers.sql.ts';
import { OBSERVED_SQL } from '../../trial-numbers/observed.ts';

const FROM = 'Counted, as on the trial’s own page';

const number = (name: string, means: string, unit = 'participants'): ExportColumn => ({
  name,
  means,
  schema: z.int(),
  unit,
  from: FROM,
});

const arm: ExportColumn = {
  name: 'arm',
  means: 'Arm assigned.',
  schema: z.enum(ARMS),
  labels: ARM_LABELS,
  from: 'Allocation',
};

const BOXES = {
  ...Object.fromEntries(groups.map((group) => [group, GROUPS[group].text])),
  deleted: 'Deleted everything, randomised or not',
  'randomised-deleted': 'Randomised, and deleted everything since',
};
const box: ExportColumn = {
  name: 'box',
  means: 'Which participants are counted.',
  schema: z.enum(Object.keys(BOXES)),
  labels: labelled(BOXES),
  from: FROM,
};

const people = number('people', 'How many there are.');

const consortSql = (condition: string): string =>
  `, ${OBSERVED_SQL} select box, people from (${FLOW_SQL}) flow where arm is null and ${condition}`;

/** The numbers of the trial's page, which belong to no participant. */
export const countFiles = ({ followUps }: Pick<Content, 'followUps'>): readonly ExportFile[] => [
  {
    name: 'consort',
    means:
      'A row for each box of the participant flow, by the top counts of CONSORT 2025. Includes deleted participants as counts.',
    key: ['box'],
    columns: [box, people],
    sql: consortSql('true'),
    maskedSql: consortSql(`box not in (${ONE_ARM_GROUPS.map((group) => `'${group}'`).join(', ')})`),
  },
  {
    name: 'consort_by_arm',
    means: 'The boxes of consort.csv from randomisation on, for each arm.',
    key: ['box', 'arm'],
    revealsArm: true,
    columns: [box, arm, people],
    sql: `, ${OBSERVED_SQL} select box, arm, people from (${FLOW_SQL}) flow where arm is not null`,
  },
  {
    name: 'deleted_allocations',
    means:
      'A row for each arm and stratum with participants who were randomised and whose information was deleted since.',
    key: ['arm', 'stratum'],
    revealsArm: true,
    columns: [
      arm,
      {
        name: 'stratum',
        means: 'Group of the survey, by which randomisation is stratified.',
        schema: z.string(),
        from: 'Allocation',
      },
      people,
    ],
    sql: `select arm, stratum, count(*)::int as people from allocation where participant_id is null
      group by arm, stratum order by arm, stratum`,
  },
  {
    name: 'visitors_ruled_out',
    means:
      'A row for each group of reasons for which the survey ruled out visitors without an account. Months with fewer than five are counted with later ones: what is not five yet is left out.',
    key: ['reason'],
    columns: [
      {
        name: 'reason',
        means: 'The group of the first question that excluded them. No answer is stored.',
        schema: z.enum(EXCLUSION_REASONS),
        labels: labelled({
          'age-or-medicine': 'Age or medicine',
          health: 'Health',
          'life-event': 'Life event',
          other: 'Other',
        }),
        from: 'Counter of the survey',
      },
      number('visitors', 'How many there were.', 'visitors'),
    ],
    sql: `, ${VISITORS_SQL} select reason, sum(visitors)::int as visitors from visitors group by reason order by reason`,
  },
  {
    name: 'recruitment',
    means:
      'A row for each calendar week, which begins on Monday, from that of the first consent or randomisation, without its date. Consents of deleted participants are gone; their randomisations are counted.',
    key: ['week'],
    columns: [
      number('week', 'Number of the week, from 1.', 'weeks'),
      number('consented', 'First consents in that week.'),
      number('randomised', 'Randomised in that week.'),
    ],
    sql: `, ${OBSERVED_SQL}, ${RECRUITMENT_SQL} select week, consented, randomised from recruitment order by week`,
  },
  {
    name: 'retention',
    means:
      'A row for each arm and number of months (of 30 days) from randomisation, those of the follow-ups. Deleted participants are left out.',
    key: ['arm', 'months'],
    revealsArm: true,
    columns: [
      arm,
      number('months', 'Months of 30 days from randomisation.', 'months'),
      number('at_risk', 'Participants randomised at least that long ago.'),
      number('retained', 'Those of them who had not left before that day.'),
    ],
    sql: `, ${OBSERVED_SQL} ${retentionSql(followUps.months)}`,
  },
];
