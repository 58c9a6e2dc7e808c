import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { type DaysRecorded, findDaysRecorded } from '../../care/tracker/find-days-recorded.ts';
import type { Content } from '../../core/content/load-content.ts';
import { nameSqlFor, type Viewer } from '../../people/staff/viewer.ts';
import { NEWEST_TEXT_SQL } from './find-consent-use.ts';
import { unansweredReconsents } from './find-reconsents.ts';

/** How far a participant has come, in the team's words and in the journey's order. Every participant is at exactly one stage. */
export const STAGES = {
  survey: 'Survey comes next',
  ineligible: 'Not eligible',
  eligible: 'Eligible, consent comes next',
  consented: 'Consented, questionnaire comes next',
  questionnaire: 'Questionnaire done, allocation comes next',
  randomised: 'Randomised',
  allocated: 'Allocated, plan comes next',
  'not-in-reduction': 'Allocated, not in the reduction group',
  'plan-set-up': 'Plan set up, first record comes next',
  timeline: 'On the timeline',
  'left-plan': 'Left the plan, stays in the follow-up',
  withdrawn: 'No longer takes part',
} as const;
export type Stage = keyof typeof STAGES;

/** Each stage as those see it who must not learn the arm: everyone past randomisation is at one. */
const BLINDED_STAGES: Record<Stage, Stage> = {
  survey: 'survey',
  ineligible: 'ineligible',
  eligible: 'eligible',
  consented: 'consented',
  questionnaire: 'questionnaire',
  randomised: 'randomised',
  allocated: 'randomised',
  'not-in-reduction': 'randomised',
  'plan-set-up': 'randomised',
  timeline: 'randomised',
  'left-plan': 'randomised',
  withdrawn: 'withdrawn',
};

/** The stages that a viewer may tell apart. */
export const stagesFor = ({ arms }: Viewer): Stage[] =>
  (Object.keys(STAGES) as Stage[]).filter((stage) =>
    arms ? stage !== 'randomised' : BLINDED_STAGES[stage] === stage,
  );

/** Which participants the team may want to call. */
export const CONCERNS = {
  silent: 'No record for 7 days or more',
  warned: 'Warning signs in the last 7 days',
  dose: 'Dose: a question, or no answer for 7 days',
  reconsent: 'Consent asked for again, not given',
} as const;
export type Concern = keyof typeof CONCERNS;
/** What both arms have alike. */
const CONCERNS_OF_BOTH_ARMS: readonly Concern[] = ['reconsent'];
export const concernsFor = ({ arms }: Viewer): Concern[] =>
  (Object.keys(CONCERNS) as Concern[]).filter((concern) => arms || CONCERNS_OF_BOTH_ARMS.includes(concern));

export const ORDERS = {
  newest: 'Newest first',
  name: 'By name or study id',
  stage: 'By stage',
  'last-record': 'Last record, latest first',
  warnings: 'Most warning signs first',
} as const;
export type Order = keyof typeof ORDERS;
const ORDERS_OF_BOTH_ARMS: readonly Order[] = ['newest', 'name', 'stage'];
export const ordersFor = ({ arms }: Viewer): Order[] =>
  (Object.keys(ORDERS) as Order[]).filter((order) => arms || ORDERS_OF_BOTH_ARMS.includes(order));

export interface ParticipantFilter {
  /** Part of a name, an email address, a phone number or a study id, of what the viewer may see; empty for all. */
  search: string;
  stage: Stage | '';
  concern: Concern | '';
  order: Order;
  /** The consent form (SHA-256) agreed to last; empty for any. */
  consent: string;
}

export interface ListedParticipant {
  id: string;
  /** The study id where the viewer sees no names. Empty, as the address is, for those who were made anonymous. */
  name: string;
  /** Empty where the viewer sees no names. */
  email: string;
  stage: Stage;
  /** The person's own calendar day of their last record (`YYYY-MM-DD`). */
  lastRecord: string | null;
  /** Nothing before the first record. */
  days: DaysRecorded | undefined;
  /** How many of the last seven days have a warning sign. */
  warningDays: number;
}

export const PAGE_SIZE = 30;
const WEEK_DAYS = 7;

/** HOME_STEP's numbers: 4 timeline, 3 plan, 2 questionnaire, 1 consent. */
const STAGE_SQL = `case
  when p.data_consent is not null then 'withdrawn'
  when p.left_plan_on is not null then 'left-plan'
  when p.home_step = 4 and p.last_record is not null then 'timeline'
  when p.home_step = 4 then 'plan-set-up'
  when p.awaits_randomisation is not null then 'questionnaire'
  when p.home_step = 3 and p.randomise then 'allocated'
  when p.home_step = 3 then 'not-in-reduction'
  when p.home_step = 2 then 'consented'
  when p.survey_ineligible or p.acting_ineligible then 'ineligible'
  when p.home_step = 1 then 'eligible'
  else 'survey' end`;

/** The stage that a viewer sees. */
const stageSql = ({ arms }: Viewer): string =>
  arms
    ? STAGE_SQL
    : `case (${STAGE_SQL}) ${Object.entries(BLINDED_STAGES)
        .map(([stage, seen]) => `when '${stage}' then '${seen}'`)
        .join(' ')} end`;

/** Names are searched in one text, so that a first and a last name together are found. */
const NAMED_SQL = `position(lower(?) in lower(p.first_name || ' ' || p.last_name || ' ' || coalesce(p.email, ''))) > 0`;
const PHONE_SQL = `position(? in regexp_replace(p.phone, '\\D', '', 'g')) > 0`;
const STUDY_ID_SQL = 'position(upper(?) in p.study_id) > 0';
const MIN_PHONE_SEARCH_LENGTH = 4;

/** A number as a phone number is typed, without what a country's or area's prefix changes; empty for other texts. */
const phoneDigits = (search: string): string =>
  /^[\d\s+().-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^0+/, '').slice(-9) : '';

/** A search of what the viewer may see, and of nothing else. */
function matchesOf(search: string, { names }: Viewer): [sql: string, ...values: string[]] {
  const digits = phoneDigits(search);
  const matches: [sql: string, value: string][] = [[STUDY_ID_SQL, search]];
  if (names) matches.push([NAMED_SQL, search]);
  if (names && digits.length >= MIN_PHONE_SEARCH_LENGTH) matches.push([PHONE_SQL, digits]);
  return [matches.map(([sql]) => sql).join(' or '), ...matches.map(([, value]) => value)];
}

/** An anonymous participant cannot be called. */
const WARNING_DAYS_SQL = `case when p.data_consent is distinct from 'anonymous' then coalesce(signs.days, 0) else 0 end`;

const ORDER_SQL: Record<Order, string> = {
  newest: 'created_at desc, id desc',
  name: 'lower(name), created_at desc, id desc',
  // In the order of the journey.
  stage: `array_position(array['${Object.keys(STAGES).join("', '")}'], stage), created_at desc, id desc`,
  'last-record': 'last_record desc nulls last, created_at desc, id desc',
  warnings: 'warning_days desc, created_at desc, id desc',
};

/** The participants of a concern. `weekAgo` is the trial's day a week ago. */
function concernCondition(
  concern: Concern,
  weekAgo: string,
  asking: { content: Content; now: Date },
): [sql: string, ...values: string[]] {
  switch (concern) {
    case 'silent':
      return [`${STAGE_SQL} = 'timeline' and p.last_record <= ?::date`, weekAgo];
    case 'warned':
      return [`${WARNING_DAYS_SQL} > 0`];
    case 'reconsent':
      return unansweredReconsents(asking);
    // A person who asks, at whatever stage; a due step that was not answered for a week, or a dose that is only assumed.
    case 'dose':
      return [
        `p.data_consent is distinct from 'anonymous'
      and exists (select 1 from dose_question q where q.participant_id = p.id and q.closed_at is null)
    or ${STAGE_SQL} = 'timeline' and (
    p.next_step_due <= ?::date
      and not exists (select 1 from dose_report d where d.participant_id = p.id and d.day > ?::date)
    or 'assumed' = (select d.kind from dose_report d where d.participant_id = p.id
      order by d.day desc, d.reported_at desc, d.id desc limit 1))`,
        ...[weekAgo, weekAgo],
      ];
  }
}

export interface FoundParticipants {
  participants: ListedParticipant[];
  /** How many match on all pages. */
  total: number;
  /** How many there are at each stage, whatever is looked for. */
  stages: Partial<Record<Stage, number>>;
}

/** One page of the participants who match, with what the viewer may see; `page` counts from 1. */
export async function findParticipants(
  em: EntityManager,
  { search, stage, concern, order, consent }: ParticipantFilter,
  { page, now, content, viewer }: { page: number; now: Date; content: Content; viewer: Viewer },
): Promise<FoundParticipants> {
  const stageSeen = stageSql(viewer);
  const weekAgo = addDays(localDate(now, content.product.timeZone), -WEEK_DAYS);
  const conditions: [sql: string, ...values: string[]][] = [];
  if (search) conditions.push(matchesOf(search, viewer));
  if (stage) conditions.push([`${stageSeen} = ?`, stage]);
  if (consent) conditions.push([`p.consent_agree and ${NEWEST_TEXT_SQL} = ?`, consent]);
  if (concern) conditions.push(concernCondition(concern, weekAgo, { content, now }));
  // Where every participant matches, a page is read from the index of the newest; otherwise it takes reading them all, once.
  const matching = conditions.length > 0 ? 'materialized' : 'not materialized';
  const [found] = await em.execute<
    {
      participants: Omit<ListedParticipant, 'days'>[];
      total: number;
      stages: FoundParticipants['stages'] | null;
    }[]
  >(
    `with matching as ${matching} (
       select p.id, p.created_at, ${stageSeen} as stage,
         ${nameSqlFor(viewer)} as name, ${viewer.names ? `coalesce(p.email, '')` : `''`} as email, p.last_record,
         ${WARNING_DAYS_SQL} as warning_days
       from participant p
       left join (select participant_id, count(distinct local_date)::int as days from warning_sign
                  where local_date > ?::date group by participant_id) signs on signs.participant_id = p.id
       where ${conditions.map(([sql]) => `(${sql})`).join(' and ') || 'true'}),
     shown as (select * from matching order by ${ORDER_SQL[order]} limit ? offset ?)
     select (select count(*)::int from matching) as total,
       (select json_object_agg(stage, people)
        from (select ${stageSeen} as stage, count(*) as people from participant p group by stage) counted) as stages,
       (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'email', email, 'stage', stage,
          'lastRecord', last_record, 'warningDays', warning_days) order by ${ORDER_SQL[order]}), '[]') from shown) as participants`,
    [weekAgo, ...conditions.flatMap(([, ...values]) => values), PAGE_SIZE, (page - 1) * PAGE_SIZE],
  );
  const participants = found?.participants ?? [];
  const taking = participants.filter((each) => each.stage !== 'withdrawn');
  const days = await findDaysRecorded(
    em,
    taking.map(({ id }) => id),
    now,
  );
  return {
    participants: participants.map((each) => ({ ...each, days: days.get(each.id) })),
    total: found?.total ?? 0,
    stages: found?.stages ?? {},
  };
}

/** The stage of one participant as the viewer sees it, or null when no participant has that id. */
export async function findStage(em: EntityManager, id: string, viewer: Viewer): Promise<Stage | null> {
  const [row] = await em.execute<{ stage: Stage }[]>(
    `select ${stageSql(viewer)} as stage from participant p where p.id = ?`,
    [id],
  );
  return row?.stage ?? null;
}
