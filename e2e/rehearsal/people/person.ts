import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { Rehearsal } from '../context.ts';
import { dayIn, wallClock } from '../model/local-time.ts';
import type { PersonFacts } from '../model/person.ts';
import { createDevice, type Device } from './device.ts';
import { createRandom, type Random } from './random.ts';
import { type RareName, rarely } from './rare.ts';

/**
 * Where they live, and the hours of their own clock at which they are up: without daylight saving the same two instants
 * everywhere, so that many act at once.
 */
const HOMES = [
  { zone: 'Australia/Melbourne', hours: [8, 22] },
  { zone: 'Australia/Melbourne', hours: [8, 22] },
  { zone: 'Australia/Adelaide', hours: [7, 21] },
  { zone: 'Australia/Perth', hours: [6, 20] },
  { zone: 'Australia/Brisbane', hours: [8, 22] },
  { zone: 'Europe/London', hours: [22, 12] },
] as const;
/** Across the date line and back, and into other daylight saving. */
const JOURNEYS = ['Pacific/Honolulu', 'Pacific/Auckland', 'Europe/London', 'America/Los_Angeles'];
/** Who become erased where what is rare is forced: after the back-up halfway, and after all else that is forced on them. */
const ERASED_AT_LAST = {
  1: { degree: 'delete', name: 'a deletion in the last days' },
  3: { degree: 'anonymous', name: 'anonymous in the last days' },
} as const;
const LAST_DAYS = 3;
/** Six weeks. */
const DAYS_COMPARED_EACH = 42;
const DAYS_OF_WEEK = 7;

/** What a person is like; drawn once. Days are counted from the first day of the rehearsal. */
export interface Traits {
  joinsOn: number;
  /** Hours of their own clock. */
  usualHour: number;
  reminderHour: number | null;
  /** The share of days on which they record. */
  records: number;
  isEligible: boolean;
  consents: boolean;
  confirmsAfterDays: number;
  staysLoggedIn: boolean;
  hasLaptop: boolean;
  offline: { from: number; days: number };
  journey: { from: number; days: number; zone: string } | null;
  stops: { on: number; degree: 'plan' | 'contact' | 'anonymous' | 'delete' } | null;
  changesAddressOn: number | null;
  forgetsPasswordOn: number | null;
  /** What they answer to a new version of the consent form. */
  answersAgain: 'agrees' | 'declines' | 'never';
  /** The team changes the plan midway: to rows of its own and then to the medicine's other schedule, or to that only. */
  planChange: { on: number; to: 'schedule' | 'rows' } | null;
}

export interface Person {
  index: number;
  name: string;
  lastName: string;
  email: string;
  /** Every word that names them, for when they are erased. */
  identifying: string[];
  traits: Traits;
  random: Random;
  home: string;
  phone: Device;
  laptop: Device;
  id: string | null;
  facts: PersonFacts;
  /** The answer of the last look at the account. */
  seen: AllData | null;
  confirmation: string | null;
  lastPasswordLogIn: number;
  /** Check-ups that wait on a device without a network. */
  unsent: (() => Promise<void>)[];
  recordedOn: string | null;
  plansStepLate: number;
  /** Notices to the team about warning signs that were expected so far. */
  signNotices: number;
  /** Something besides a check-up was saved since their screens were compared. */
  isChanged: boolean;
  /** How often each of what is rare could have happened. */
  opportunities: Map<RareName, number>;
  passwordLogIns: number;
  password: string;
}

const PRE = ['Quill', 'Brax', 'Oswin', 'Thessa', 'Ilvane', 'Merrow', 'Zand', 'Corvin', 'Aldith', 'Fenna'];
const POST = ['abelle', 'thorpe', 'ander', 'wyn', 'mora', 'lisk', 'dene', 'rath', 'sela', 'vick'];

export function createPerson(rehearsal: Rehearsal, index: number, seed: number): Person {
  const random = createRandom(seed * 7919 + index * 104_729 + 17);
  const { days, joinDays } = rehearsal.plan;
  const { zone: home, hours } = HOMES[index % HOMES.length] ?? HOMES[0];
  const [usualHour, reminderHour] = random.chance(0.5) ? hours : hours.toReversed();
  const name = `${random.pick(PRE)}${random.pick(POST)}${index}`;
  const lastName = `${random.pick(POST)}${random.pick(PRE).toLowerCase()}${index}x`;
  const joinsOn = Math.floor((index * joinDays) / rehearsal.plan.people);
  const offlineFrom = joinsOn + random.between(5, 20);
  const opportunities = new Map<RareName, number>();
  const isSo = (name: RareName) => rarely(rehearsal, { opportunities }, name, random);
  const degrees = ['plan', 'contact', 'anonymous', 'delete'] as const;
  const person: Person = {
    index,
    name,
    lastName,
    email: `${name.toLowerCase()}@people.example`,
    identifying: [],
    traits: {
      joinsOn,
      usualHour,
      // Who has recorded by then gets one on other days only.
      reminderHour: random.chance(usualHour < reminderHour ? 0.8 : 0.3) ? reminderHour : null,
      records: random.pick([0.35, 0.6, 0.8, 0.9, 0.97]),
      isEligible: index % 9 !== 7,
      consents: index % 13 !== 10,
      confirmsAfterDays: random.between(0, 2),
      staysLoggedIn: !isSo('a password given each time'),
      hasLaptop: random.chance(0.5),
      offline: { from: offlineFrom, days: random.between(2, 6) },
      journey: isSo('a journey')
        ? {
            from: joinsOn + random.between(rehearsal.plan.isRareForced ? 18 : 8, 24),
            days: random.between(4, 9),
            zone: random.pick(JOURNEYS),
          }
        : null,
      stops:
        index % 3 === 2
          ? {
              on: joinsOn + random.between(14, Math.max(15, Math.min(days - joinsOn - 4, 300))),
              degree: degrees[Math.floor(index / 3) % degrees.length] ?? 'plan',
            }
          : null,
      changesAddressOn: isSo('another email address') ? joinsOn + random.between(9, 25) : null,
      forgetsPasswordOn: index % 5 === 1 ? joinsOn + 12 : null,
      answersAgain: index % 6 === 4 ? 'declines' : index % 8 === 3 ? 'never' : 'agrees',
      // Early and to rows where what is rare is forced: they are short enough for several steps.
      planChange: rehearsal.plan.isRareForced
        ? { on: joinsOn + random.between(4, 6), to: 'rows' }
        : random.chance(0.8)
          ? { on: joinsOn + random.between(4, 20), to: random.pick(['schedule', 'rows']) }
          : null,
    },
    random,
    home,
    phone: createDevice(rehearsal, `10.1.${index >> 8}.${index & 255}`, () => zoneOf(rehearsal, person)),
    laptop: createDevice(rehearsal, `10.2.${index >> 8}.${index & 255}`, () => zoneOf(rehearsal, person)),
    id: null,
    facts: {
      actions: new Map(),
      survey: null,
      consent: null,
      consents: [],
      baseline: null,
      setupAnswers: new Map(),
      questionnaireConfirmedAt: null,
      awaitsTeam: false,
      randomised: null,
      zone: home,
      plan: [],
      doseQuestions: [],
      schedule: null,
      timesperday: 1,
      strengths: null,
      contacts: { doctor: ['', '', ''], support: ['', ''] },
      checkUps: [],
      resolvedSigns: [],
      adverseEvents: [],
      signActions: [],
      symptoms: [],
      activities: [],
      reminder: null,
      remindersSent: [],
      lastReminders: [],
      followUpsDone: new Map(),
      followUpsSent: new Map(),
      contactAttempts: [],
      consentAnswers: [],
      leftPlan: null,
      left: null,
    },
    seen: null,
    confirmation: null,
    lastPasswordLogIn: 0,
    unsent: [],
    recordedOn: null,
    plansStepLate: rehearsal.plan.isRareForced ? 1 : 0,
    signNotices: 0,
    isChanged: false,
    opportunities,
    passwordLogIns: 0,
    password: 'seven quiet lanterns',
  };
  person.identifying = [name, lastName, person.email];
  const erased = ERASED_AT_LAST[index as keyof typeof ERASED_AT_LAST];
  // By a draw of its own, so that their other choices stay the same.
  if (erased && rarely(rehearsal, person, erased.name, createRandom(seed)))
    person.traits.stops = { on: days - LAST_DAYS, degree: erased.degree };
  return person;
}

/** Where the person is now. */
export function zoneOf({ day }: Rehearsal, { home, traits: { journey } }: Person): string {
  return journey && day() >= journey.from && day() < journey.from + journey.days ? journey.zone : home;
}

export const isOffline = ({ day }: Rehearsal, { traits: { offline } }: Person): boolean =>
  day() >= offline.from && day() < offline.from + offline.days;

/** At home, and neither about to travel nor just back. */
export const isSettled = ({ day }: Rehearsal, { traits: { journey } }: Person): boolean =>
  !journey || day() < journey.from - 3 || day() >= journey.from + journey.days + 3;

export const hourOf = (rehearsal: Rehearsal, person: Person): number =>
  wallClock(rehearsal.stack.now(), zoneOf(rehearsal, person)).hour;

export const todayOf = (rehearsal: Rehearsal, person: Person): string =>
  dayIn(rehearsal.stack.now(), zoneOf(rehearsal, person));

export const isReducing = ({ facts }: Person): boolean => facts.randomised?.arm === 'reduction';

/** Their screens are compared on every day of the first weeks, then once a week and on each day with a change. */
export const isCompared = ({ dayAt }: Rehearsal, { index, traits, isChanged }: Person, at: number): boolean =>
  isChanged || dayAt(at) < traits.joinsOn + DAYS_COMPARED_EACH || (dayAt(at) + index) % DAYS_OF_WEEK === 0;

/** Some want to give their password each time, and had enough of it after the first weeks. */
export const staysLoggedIn = ({ day }: Rehearsal, { traits }: Person): boolean =>
  traits.staysLoggedIn || day() >= traits.joinsOn + DAYS_COMPARED_EACH;

/** Still has an account that opens. */
export const hasAccount = ({ id, facts }: Person): boolean => id !== null && facts.left === null;
