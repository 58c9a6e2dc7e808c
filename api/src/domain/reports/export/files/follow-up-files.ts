import { STOP_REASONS } from '@stepwise/shared-contracts/entities/stop';
import * as z from 'zod';
import type { Content } from '../../../core/content/load-content.ts';
import { day, studyId } from '../../../core/export/common-columns.ts';
import type { ExportColumn, ExportFile } from '../../../core/export/export-file.ts';
import { labelled } from '../../../core/export/labels.ts';
import { CARRIED_OUT_BY } from '../../../people/participants/carried-out-by.ts';
import { STOP_DEGREES } from '../../../people/participants/stop.entity.ts';
import { REQUEST_REASONS } from '../../../trial/consent/data-consent-request.ts';
import { ATTEMPT_OUTCOMES, CHANNELS } from '../../../trial/follow-ups/follow-up.entities.ts';

const WHO = labelled({ participant: 'The participant', team: 'The research team' });

const months: ExportColumn = {
  name: 'months',
  means: 'The follow-up, by calendar months from randomisation.',
  schema: z.int(),
  unit: 'months',
  from: 'follow-ups.yaml',
};

const count = (name: string, means: string): ExportColumn => ({
  name,
  means,
  schema: z.int(),
  unit: 'times',
  from: 'Follow-up',
});

const stopsSql = (condition: string): string => `select study_id,
    row_number() over (partition by study_id order by s.id)::int as stop, s.degree, s.reason,
    s.stopped_on - day_zero as stop_day, s.carried_out_by,
    (select count(*)::int from consent c where c.participant_id = people.id and c.agreed_at <= s.stopped_at) as consent
  from people join stop s on s.participant_id = people.id where ${condition} order by study_id, stop`;

/** Follow-ups, how the team tried to reach participants about them, and what participants stopped. */
export const followUpFiles = ({ followUps }: Content): readonly ExportFile[] => [
  {
    name: 'follow_ups',
    means: `A row for each follow-up of each participant who was randomised. It is asked for from ${followUps.window.before} days before the day that is due to ${followUps.window.after} days after it.`,
    key: ['study_id', 'months'],
    columns: [
      studyId,
      months,
      day('due_day', 'The day on which it is due.', 'Allocation; months from follow-ups.yaml'),
      day('done_day', 'When it was done; empty where it was not reported.', 'Follow-up', true),
      {
        name: 'reported_by',
        means: 'Who reported that it was done; empty where it is not done.',
        schema: z.enum(CARRIED_OUT_BY).nullable(),
        labels: WHO,
        from: 'Follow-up',
      },
      count('reminders', 'Messages that reminded of it.'),
      count('contacts', 'Times that the team tried to reach the participant about it.'),
    ],
    sql: `select study_id, m.months::int, ((a.drawn_at at time zone zone)::date + make_interval(months => m.months::int))::date - day_zero as due_day,
        d.done_on - day_zero as done_day, d.reported_by,
        (select count(*)::int from follow_up_reminder r where r.participant_id = people.id and r.months = m.months::int
          and r.sent_at is not null) as reminders,
        (select count(*)::int from contact_attempt c where c.participant_id = people.id and c.months = m.months::int) as contacts
      from given cross join people join allocation a on a.participant_id = people.id
      cross join unnest(array[${followUps.months.join(', ')}]) m (months)
      left join follow_up_done d on d.participant_id = people.id and d.months = m.months order by study_id, months`,
  },
  {
    name: 'follow_up_contacts',
    means:
      'A row for each time that the team tried to reach a participant about a follow-up. Notes are left out.',
    key: ['study_id', 'contact'],
    columns: [
      studyId,
      { ...count('contact', 'Number of the contact, from 1, in order.'), unit: 'contacts' },
      months,
      day('contact_day', 'When it was.', 'Contact attempt'),
      {
        name: 'channel',
        means: 'How it was tried.',
        schema: z.enum(Object.keys(CHANNELS)),
        labels: labelled(CHANNELS),
        from: 'Contact attempt',
      },
      {
        name: 'outcome',
        means: 'What came of it.',
        schema: z.enum(Object.keys(ATTEMPT_OUTCOMES)),
        labels: labelled(ATTEMPT_OUTCOMES),
        from: 'Contact attempt',
      },
    ],
    sql: `select study_id, row_number() over (partition by study_id order by c.at, c.id)::int as contact, c.months,
        (c.at at time zone zone)::date - day_zero as contact_day, c.channel, c.outcome
      from given cross join people join contact_attempt c on c.participant_id = people.id order by study_id, contact`,
  },
  {
    name: 'stops',
    means: 'A row for each time that a participant stopped the plan, all contact, or also became anonymous.',
    key: ['study_id', 'stop'],
    columns: [
      studyId,
      { ...count('stop', 'Number of the stop, from 1, in order.'), unit: 'stops' },
      {
        name: 'degree',
        means: 'What was stopped.',
        schema: z.enum(STOP_DEGREES),
        labels: labelled({
          plan: 'The plan; follow-ups go on',
          contact: 'All contact; the information is kept',
          anonymous: 'All contact; what identifies was deleted',
        }),
        from: 'Stop',
      },
      {
        name: 'reason',
        means: 'The reason that was given.',
        schema: z.enum(STOP_REASONS),
        labels: labelled(REQUEST_REASONS),
        from: 'Stop',
      },
      day('stop_day', 'When it was.', 'Stop'),
      {
        ...count(
          'consent',
          'Number of the last consent before it, as in consents.csv; 0 where there was none.',
        ),
        unit: 'consents',
      },
      {
        name: 'carried_out_by',
        means: 'Who carried it out.',
        schema: z.enum(CARRIED_OUT_BY),
        labels: WHO,
        from: 'Stop',
      },
    ],
    sql: stopsSql('true'),
    maskedSql: stopsSql(`s.degree <> 'plan'`),
  },
];
