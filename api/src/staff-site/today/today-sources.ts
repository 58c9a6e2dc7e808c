import { formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { findWaitingPeople } from '../../domain/care/warning-signs/find-warning-signs.ts';
import { findLocksToOpen } from '../../domain/data/data-locks/find-locks-to-open.ts';
import { countDataQueries } from '../../domain/data/data-queries/find-data-queries.ts';
import { hasRight, type StaffRight } from '../../domain/people/staff/staff-rights.ts';
import { findLinkageToRelease } from '../../domain/reports/linkage/find-linkage-to-release.ts';
import { CONCERNS, type Concern } from '../../domain/reports/overview/find-participants.ts';
import {
  countEventsToSign,
  countReconsents,
  countUnconfirmedAddresses,
  findDoseQuestions,
  findFollowUpsToday,
  findReducingAfterTrial,
  findStudyIds,
} from '../../domain/reports/today/find-today.ts';
import { REPORT_TARGETS } from '../../domain/trial/adverse-events/safety-clock.ts';
import { findOpenReports } from '../../domain/trial/adverse-events/send-safety-notices.ts';
import { countAwaitingTeam } from '../../domain/trial/randomisation/find-awaiting.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { HOUR_MS } from '../../platform/modules/durations.ts';
import {
  ADVERSE_EVENTS,
  ALLOCATION,
  adverseEventPath,
  DATA_LOCKS,
  DATA_QUERIES,
  dataLockPath,
  FOLLOW_UPS,
  LINKAGE,
  LOCK_EVERYBODY,
  lockPath,
  PARTICIPANTS,
  participantPath,
  WARNING_SIGNS,
  warningPersonPath,
} from '../page/navigation.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import { DOSE_QUESTIONS } from '../participant/dose-questions.section.ts';
import { firstOf, MAX_OF_A_KIND, type TodayItem, type TodaySource } from './today-item.ts';

const DOSE_ANSWER_TIMEOUT_HOURS = 48;

const named = (studyId: string | null | undefined): string => studyId ?? 'Without a study id';
/** The participants of a concern, whatever was searched for last. */
const listOf = (concern: Concern): string => `${PARTICIPANTS}?concern=${concern}&search=`;
const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `One ${one}` : `${count} ${many}`;

const seriousEvents: TodaySource = {
  right: 'see-adverse-events',
  async find({ op, staff }) {
    const { product } = op.content;
    const open = await findOpenReports(op);
    const unreported = `${ADVERSE_EVENTS}?only=unreported`;
    if (!hasRight(staff, 'change-adverse-event'))
      return { waiting: [{ title: 'Report of a serious event', count: open.length, path: unreported }] };
    return {
      items: firstOf(open, {
        isOverdue: ({ due }) => due < op.now,
        toItem: ({ id, studyId, to, hours, due }) => ({
          title: `Serious event, report to ${REPORT_TARGETS[to]}`,
          detail: `${named(studyId)} · ${hours} hours ${due < op.now ? 'ended' : 'end'} ${formatDatetime(product.timeZone, due)}`,
          action: 'Report',
          path: adverseEventPath(id),
        }),
        rest: { title: 'serious events to report', path: unreported },
      }),
    };
  },
};

/** Signs of an earlier day are overdue. */
const warningSigns: TodaySource = {
  right: 'review-warnings',
  async find({ op, staff }) {
    const { timeZone } = op.content.product;
    const today = localDate(op.now, timeZone);
    const { people, total } = await findWaitingPeople(op.db, staff.id, 1);
    const studyIds = await findStudyIds(
      op,
      people.map(({ participantId }) => participantId),
    );
    return {
      items: firstOf(people, {
        isOverdue: ({ since }) => localDate(since, timeZone) < today,
        toItem: ({ participantId, selfHarm, since, newDays, days }) => ({
          title: `Warning sign${selfHarm ? ', self-harm' : ''}`,
          detail: `${named(studyIds.get(participantId))} · since ${formatDatetime(timeZone, since)}${newDays === days ? ' · not read' : ''}`,
          action: 'Open',
          path: warningPersonPath(participantId),
        }),
        rest: { title: 'people with warning signs', path: WARNING_SIGNS },
        total,
      }),
    };
  },
};

const doseQuestions: TodaySource = {
  right: 'act',
  async find({ op }) {
    const { timeZone } = op.content.product;
    return {
      items: firstOf(await findDoseQuestions(op), {
        isOverdue: ({ askedAt }) =>
          op.now.getTime() - askedAt.getTime() > DOSE_ANSWER_TIMEOUT_HOURS * HOUR_MS,
        toItem: ({ participantId, studyId, reason, askedAt }) => ({
          title: `Dose question: “${DOSE_QUESTIONS[reason]}”`,
          detail: `${named(studyId)} · asked ${formatDatetime(timeZone, askedAt)}`,
          action: 'Answer',
          path: `${participantPath(participantId)}#dose-questions`,
        }),
        rest: { title: 'dose questions', path: listOf('dose') },
      }),
    };
  },
};

const followUps: TodaySource = {
  right: 'see-follow-ups',
  async find({ op, staff }) {
    const { toCall, waiting } = await findFollowUpsToday(op);
    const askedAgain = { title: 'Follow-up asked for again', count: waiting, path: FOLLOW_UPS };
    if (!hasRight(staff, 'record-follow-up'))
      return {
        waiting: [{ title: 'Follow-up to ask for', count: toCall.length, path: FOLLOW_UPS }, askedAgain],
      };
    const studyIds = await findStudyIds(
      op,
      toCall.slice(0, MAX_OF_A_KIND + 1).map(({ participant }) => participant),
    );
    return {
      items: firstOf(toCall, {
        isOverdue: ({ state }) => state === 'missed',
        toItem: ({ participant, months, state, dueOn, closesOn }) => ({
          title: `Follow-up at ${months} months`,
          detail: `${named(studyIds.get(participant))} · ${state === 'missed' ? `window ended ${formatDate(closesOn)}` : `due ${formatDate(dueOn)}, window ends ${formatDate(closesOn)}`}`,
          action: 'Call',
          path: `${participantPath(participant)}#follow-ups`,
        }),
        rest: { title: 'follow-ups', path: FOLLOW_UPS },
      }),
      waiting: [askedAgain],
    };
  },
};

/** A line where there is something, without a time that it is overdue at. */
const line = (count: number, text: string, action: string, path: string): TodayItem[] =>
  count > 0 ? [{ title: text, action, path, isOverdue: false }] : [];

const signatures: TodaySource = {
  right: 'change-adverse-event',
  async find({ op, staff }) {
    const maySign = hasRight(staff, 'sign-adverse-event');
    const { toSign, toAssess } = await countEventsToSign(op, maySign ? staff.id : null);
    const path = `${ADVERSE_EVENTS}?only=unsigned`;
    return {
      items: [
        ...line(toAssess, counted(toAssess, 'event to assess', 'events to assess'), 'Assess', path),
        ...(maySign ? line(toSign, counted(toSign, 'event to sign', 'events to sign'), 'Sign', path) : []),
      ],
      waiting: maySign ? [] : [{ title: 'Event to be signed by an investigator', count: toSign, path }],
    };
  },
};

const randomisations: TodaySource = {
  right: 'allocate',
  async find({ op }) {
    const count = await countAwaitingTeam(op.db);
    const text = counted(count, 'participant to randomise', 'participants to randomise');
    const addresses = await countUnconfirmedAddresses(op);
    return {
      items: line(count, text, 'Randomise', ALLOCATION),
      waiting: [{ title: 'Address not confirmed', count: addresses, path: ALLOCATION }],
    };
  },
};

const queries: TodaySource = {
  right: 'see-queries',
  async find({ op, staff }) {
    const open = await countDataQueries(op.db, 'open');
    const answered = await countDataQueries(op.db, 'answered');
    const mayAnswer = hasRight(staff, 'answer-query');
    const [toOpen, toClose] = [`${DATA_QUERIES}?state=open`, `${DATA_QUERIES}?state=answered`];
    return {
      items: [
        ...(mayAnswer
          ? line(open, counted(open, 'query to answer', 'queries to answer'), 'Answer', toOpen)
          : []),
        ...line(
          answered,
          counted(answered, 'answered query to close', 'answered queries to close'),
          'Close',
          toClose,
        ),
      ],
      waiting: mayAnswer ? [] : [{ title: 'Query without an answer', count: open, path: toOpen }],
    };
  },
};

const plansAfterTrial: TodaySource = {
  right: 'lock-data',
  async find({ op }) {
    return {
      items: firstOf(await findReducingAfterTrial(op), {
        isOverdue: () => false,
        toItem: ({ id, studyId }) => ({
          title: 'The trial has ended, the plan goes on',
          detail: `${named(studyId)} · call, then close their part`,
          action: 'Close',
          path: lockPath(id),
        }),
        rest: { title: 'plans after the trial', path: LOCK_EVERYBODY },
      }),
    };
  },
};

/** What one member signed and another has to sign as well. */
const secondSignatures = (
  right: StaffRight,
  { title, action, list }: { title: string; action: string; list: string },
  find: (request: StaffRequest) => Promise<{ signedBy: string; at: Date; path: string }[]>,
): TodaySource => ({
  right,
  async find(request) {
    const { op, staff } = request;
    const { timeZone } = op.content.product;
    const all = await find(request);
    const own = all.filter(({ signedBy }) => signedBy === staff.id);
    const others = all.filter((each) => !own.includes(each));
    return {
      items: firstOf(others, {
        isOverdue: () => false,
        toItem: ({ at, path }) => ({
          ...{ title, action, path },
          detail: `The first member signed ${formatDatetime(timeZone, at)}`,
        }),
        rest: { title: title.toLowerCase(), path: list },
      }),
      waiting: [{ title: `${title}, by another member`, count: own.length, path: list }],
    };
  },
});

const linkageToRelease = secondSignatures(
  'see-linkage',
  { title: 'Linkage to release', action: 'Release', list: LINKAGE },
  async ({ op }) => {
    const linkage = await findLinkageToRelease(op);
    return linkage ? [{ signedBy: linkage.startedBy, at: linkage.startedAt, path: LINKAGE }] : [];
  },
);

const locksToOpen = secondSignatures(
  'lock-data',
  { title: 'Data to unlock', action: 'Sign', list: DATA_LOCKS },
  async ({ op }) =>
    (await findLocksToOpen(op)).map(({ lock, signedBy, at }) => ({ signedBy, at, path: dataLockPath(lock) })),
);

const reconsents: TodaySource = {
  right: 'see-participants',
  find: async ({ op }) => ({
    waiting: [
      {
        title: CONCERNS.reconsent,
        count: await countReconsents(op),
        path: listOf('reconsent'),
      },
    ],
  }),
};

/** By how little they can wait. */
export const TODAY_SOURCES: readonly TodaySource[] = [
  seriousEvents,
  warningSigns,
  doseQuestions,
  followUps,
  signatures,
  randomisations,
  queries,
  plansAfterTrial,
  linkageToRelease,
  locksToOpen,
  reconsents,
];
