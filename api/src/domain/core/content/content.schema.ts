// In one file: a list of shapes, one for each content file.
import { isPlainDate } from '@stepwise/shared-contracts/dates/plain-date';
import { COURSE_STAGES } from '@stepwise/shared-contracts/entities/course';
import { z } from 'zod';
import { analysisSchema } from './analysis.schema.ts';
import { demonstration, text } from './content-values.ts';
import { questionnairesSchema } from './questionnaires.schema.ts';
import { queriesSchema, safetySchema } from './safety.schema.ts';

/** The shape of each content file. How the files must agree with one another is in check-content.ts. */

const id = z.int().positive();
const mg = z.number().positive();
const httpsLink = z.url({ protocol: /^https$/, error: 'must be a web address that starts with https://' });

const tel = z.string().regex(/^tel:\d+$/, 'must look like tel:131114');
const smsLink = z.string().regex(/^sms:\d+$/);
const contact = z.strictObject({ name: text, label: text, number: text, tel });
const link = z.strictObject({ text, url: httpsLink });

/** In the order of ISO: Monday is the first. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must look like 09:00');

const productSchema = z.strictObject({
  demonstration,
  /** Shown wherever demonstration content is loaded. */
  demonstrationNotice: text,
  name: text,
  trial: text,
  /** The class of the trial's medicines, as sentences need it: the word, with its article, and more than one. */
  medicine: z.strictObject({ name: text, one: text, many: text }),
  /** What reducing can bring, said before anyone takes part. */
  risk: text.max(300),
  /** What those who are in a group read of it. */
  arms: z.strictObject({ reduction: text.max(200), usualCare: text.max(200) }),
  /** What the demonstration participant takes: a schedule (id) and the dose from which it began. */
  demonstrationPlan: z.strictObject({ schedule: id, startDose: mg }),
  /** Words of the trial that make a password easy to guess, beside its name and medicines. */
  passwordWords: z.array(text).default([]),
  timeZone: text,
  links: z.strictObject({ mentalHealth: link, factSheet: link, medicineLeaflets: link }),
  /** How many are to be randomised between two days; without it the team's page shows no target. */
  recruitment: z
    .strictObject({ target: z.int().positive(), from: z.iso.date(), until: z.iso.date() })
    .refine(({ from, until }) => from < until, { error: 'must end after it begins', path: ['until'] })
    .optional(),
  questionnaire: z.strictObject({ link: httpsLink, hosts: z.array(text).min(1) }),
  /** What is said first to someone who stops, whatever they stop. */
  stopNotice: text.max(400),
  contacts: z.strictObject({ emergency: contact, counselling: contact }),
  /** For those who cannot speak. */
  textAndChat: z
    .array(
      z.strictObject({
        text,
        url: z.union([httpsLink, smsLink], {
          error: 'must be a web address that starts with https://, or look like sms:0477131114',
        }),
      }),
    )
    .max(3),
  researchTeam: z.strictObject({
    /** As people read them. */
    hours: text,
    /** The same, to say when they begin again; times of day as 09:00. */
    openingHours: z.strictObject({ days: z.array(z.enum(WEEKDAYS)).min(1), from: timeOfDay, to: timeOfDay }),
    /** Days without hours. */
    holidays: z.array(z.strictObject({ date: z.iso.date(), name: text })),
    /** What happens with a record that has a warning sign. */
    afterWarningSign: text,
    phone: text,
    tel,
    email: z.email(),
  }),
});

const surveyOption = z.strictObject({
  id,
  text,
  excludes: z.boolean().default(false),
  /** Excludes as long as none of these options, of other questions, is chosen. */
  excludesUnless: z.array(id).min(1).optional(),
  predict: z.int().nonnegative().default(0),
  /** What the option adds to the sums its question is part of. */
  score: z.int().nonnegative().default(0),
  /** Choosing it shows the crisis contacts at once. */
  crisis: z.boolean().default(false),
});

export const EXCLUSION_REASONS = ['age-or-medicine', 'health', 'life-event', 'other'] as const;

export const surveySchema = z.strictObject({
  demonstration,
  questions: z
    .array(
      z.strictObject({
        id,
        text,
        list: z.array(text).optional(),
        /** The group under which visitors whom it excludes are counted. */
        reason: z.enum(EXCLUSION_REASONS).default('other'),
        options: z.array(surveyOption).min(2),
      }),
    )
    .min(1),
  /** The highest band reached by the questions' scores together applies. */
  sums: z.array(
    z.strictObject({
      questions: z.array(id).min(2),
      bands: z
        .array(
          z.strictObject({
            from: z.int().nonnegative(),
            excludes: z.boolean().default(false),
            predict: z.int().nonnegative().default(0),
          }),
        )
        .min(1),
    }),
  ),
  /** A participant's group is the last one whose `from` the predict points reach. */
  groups: z
    .array(z.strictObject({ group: z.enum(['low', 'medium', 'high']), from: z.int().nonnegative() }))
    .min(1),
});

const timesPerDay = z.union([z.literal(1), z.literal(2)], { error: 'must be 1 or 2' });

export const setupSchema = z.strictObject({
  demonstration,
  /** The questions before randomisation, about what the questions with the same `sets` ask for a plan. */
  baseline: z.strictObject({ intro: text, medicine: text, dose: text, duration: text, notListed: text }),
  questions: z
    .array(
      z.strictObject({
        id,
        page: z.int().min(2).max(5),
        /** May hold markup; sanitised when loaded. */
        text,
        /** What the answer decides besides the rules below. */
        sets: z.enum(['medicine', 'timesperday', 'dose', 'duration']).optional(),
        /** Empty for the dose question, whose options are the chosen medicine's doses. */
        options: z.array(z.strictObject({ id, text, timesperday: timesPerDay.optional() })).default([]),
      }),
    )
    .min(1),
  /** Any one of these options recommends the slower schedule. */
  slowerWhen: z.array(id),
});

const dose = z.strictObject({ id, dose: mg, mg: mg.optional() });

export const medicinesSchema = z.strictObject({
  demonstration,
  medicines: z
    .array(
      z
        .strictObject({
          id,
          name: text,
          /** Of its amounts, as people read it. Every field "mg" of this medicine is in it. */
          unit: z.string().trim().min(1).max(12).default('mg'),
          /** The option of setup question 1 that chooses this medicine. */
          setupoption: id,
          forms: z
            .array(
              z.strictObject({
                id,
                /** One of it, as on its box. */
                text,
                /** More than one; the text with an s where it is missing. */
                many: text.optional(),
                /** Of one tablet or capsule, or of the smallest amount of a liquid that can be measured. */
                mg,
                /** That amount of a liquid. */
                mL: z.number().positive().optional(),
                /** May be cut in half. */
                halves: z.boolean().default(false),
                /** May be taken every second day, which makes half of its dose a day. */
                everySecondDay: z.boolean().default(false),
              }),
            )
            .min(1),
          usualStart: mg,
          maxPerDay: mg,
          timesperday: z.array(timesPerDay).min(1),
          /** Current doses on offer; `mg` says the real dose where the stored number is rounded (37 for 37.5). */
          doses: z.array(dose).min(1),
        })
        .transform(({ doses, unit, ...medicine }) => ({
          ...medicine,
          unit,
          doses: doses.map(({ id, dose, mg = dose }) => ({ id, dose, mg, text: `${mg} ${unit}` })),
        })),
    )
    .min(1),
});

const part = z.union(
  [
    z.strictObject({
      form: id,
      count: z.number().positive().max(6).multipleOf(0.5, 'must be counted in halves'),
    }),
    z.strictObject({ form: id, mL: z.number().positive() }),
  ],
  { error: 'must have a form with either a count in halves, up to 6, or mL' },
);

const cardText = text.max(400);

export const dosesSchema = z.strictObject({
  demonstration,
  /** What the dose card says, with DOSE_CARD_PLACEHOLDERS. */
  card: z.strictObject({
    pharmacist: cardText,
    unknown: cardText,
    planned: cardText,
    due: cardText,
    waiting: cardText,
    tooHard: cardText,
    goBack: cardText,
    goBackFromZero: cardText,
    completed: z.array(cardText).min(1),
    stoppedEarly: z.array(cardText).min(1),
    strengths: cardText,
    strengthsHint: cardText,
  }),
  /** How a dose is made up from the strengths a person has. */
  rows: z
    .array(
      z.strictObject({
        medicine: id,
        /** mg a day. */
        dose: mg,
        timesperday: timesPerDay,
        /** A list for each time of the day. */
        take: z.array(z.array(part).min(1)).min(1),
        /** Half of it a day. */
        everySecondDay: z.boolean().default(false),
        /** Shown word for word. */
        text: text.max(200),
      }),
    )
    .min(1),
});

export const schedulesSchema = z.strictObject({
  demonstration,
  taperLimits: z.strictObject({
    /** Largest drop between two steps, as a fraction of the higher dose, that the linter leaves unmentioned. */
    maxDropFraction: z.number().gt(0).max(1),
    /** A drop of at most this fraction of the medicine's usual starting dose is never called large. */
    smallDropOfUsualStart: z.number().min(0).max(1),
  }),
  /** How many days before a step what has to be prepared for it is said. */
  prepareDays: z.int().min(1).max(90),
  /** The same for a step of the team's own plan that the medicine's forms cannot make. */
  prepareUnmakeable: text.max(300),
  schedules: z
    .array(
      z.strictObject({
        id,
        medication: id,
        kind: z.enum(['standard', 'slower']),
        text,
        /** HTML; sanitised when loaded. */
        description: text,
        /** Doses whose words are more than number and unit (specification, section 9). */
        doseWords: z
          .array(
            z.strictObject({
              /** As it is written in steps and sent. */
              dose: mg,
              /** The number that is shown, where `dose` is rounded. */
              shown: mg.optional(),
              /** What is taken each time of the day by someone who takes it twice a day. */
              take: z.array(mg).min(1).max(2),
              /** The same in words, shown word for word. */
              split: text.max(100),
            }),
          )
          .default([]),
        steps: z
          .array(
            z.strictObject({
              id,
              dose: z.number().nonnegative(),
              days: z.int().nonnegative(),
              /** What has to be prepared before the step; said `prepareDays` days before it. */
              prepare: z.string().trim().max(300).default(''),
              /** Said while it is taken. How to make up the dose is in doses.yaml. */
              howToTake: z.string().trim().max(300).default(''),
            }),
          )
          .min(2),
      }),
    )
    .min(1),
});

const trackerSchema = z.strictObject({
  demonstration,
  symptoms: z
    .array(
      z.strictObject({
        text,
        category: z.enum(['sleep', 'mood', 'active']),
        redflag: z.boolean().default(false),
        /** Choosing it shows the crisis contacts at once. */
        selfHarm: z.boolean().default(false),
      }),
    )
    .min(1),
  activities: z.array(z.strictObject({ text })).min(1),
  /** Said once a check-up is saved. */
  saved: text.max(120),
  /** What is known in general, shown beside the timeline. */
  goodToKnow: z.array(z.strictObject({ heading: text, text })).min(1),
});

const courseSchema = z.strictObject({
  demonstration,
  /** Whether participants see the strip of their whole course. */
  strip: z.boolean(),
  /** What is said of four weeks, with LOOK_BACK_PLACEHOLDERS. */
  lookBack: z.strictObject({
    recent: text.max(120),
    beforeStep: text.max(120),
    before: text.max(120),
    nothing: text.max(120),
  }),
  questions: z
    .array(
      z.strictObject({
        text: text.max(120),
        when: z.array(z.enum(COURSE_STAGES)).min(1).optional(),
        medicines: z.array(id).min(1).optional(),
        upTo: z.number().nonnegative().optional(),
      }),
    )
    .min(1)
    .max(40),
});

/** A text with headings: consent form, privacy statement, information to download. */
const articleSchema = z.strictObject({
  demonstration,
  title: text,
  version: text,
  /** The day of the last substantive change. */
  changed: z.string().refine(isPlainDate, 'must be a day that exists, written YYYY-MM-DD'),
  sections: z
    .array(
      z.strictObject({
        heading: text,
        /** Paragraphs and bullet lists in reading order. */
        blocks: z
          .array(
            z.union([z.strictObject({ paragraph: text }), z.strictObject({ list: z.array(text).min(1) })], {
              error: 'must be either a paragraph or a list',
            }),
          )
          .min(1),
      }),
    )
    .min(1),
});

const changedWords = {
  /** From this day on, in the trial's time zone. */
  from: z.string().refine(isPlainDate, 'must be a day that exists, written YYYY-MM-DD'),
  /** What changed since the version before, in words that participants read. */
  changed: z.array(text).min(1),
};

const consentSchema = articleSchema.extend({
  /** What is asked of those who agreed to an earlier version; nothing where it is missing. */
  reconsent: z
    .discriminatedUnion('demand', [
      z.strictObject({
        demand: z.literal('required'),
        ...changedWords,
        /** Whether check-ups are recorded until it is given. */
        recording: z.enum(['goes-on', 'stops']),
      }),
      z.strictObject({ demand: z.literal('inform'), ...changedWords }),
    ])
    .optional(),
});

const followUpsSchema = z.strictObject({
  demonstration,
  /** With FOLLOW_UP_PLACEHOLDERS. */
  link: httpsLink,
  /** Days before and after the day that is due, within which a follow-up is asked for. */
  window: z.strictObject({ before: z.int().min(0).max(60), after: z.int().min(1).max(180) }),
  reminders: z.strictObject({
    /** Days after the day that is due. */
    days: z.array(z.int().nonnegative()),
    /** 0 to 23, in the trial's time zone. */
    hour: z.int().min(0).max(23),
  }),
  /** From randomisation. */
  months: z.array(z.int().positive().max(120)).min(1),
  /** Home once the last follow-up is closed. */
  closing: z.strictObject({ paragraphs: z.array(text).min(1), stillReducing: text }),
});

const message = z.strictObject({
  subject: text,
  before: z.array(text).min(1),
  /** The words of the link, between the paragraphs before and after it. */
  link: text,
  after: z.array(text),
});

const mailSchema = z.strictObject({
  demonstration,
  passwordReset: message,
  /** Confirms the address of a participant whose questionnaire is confirmed. */
  addressConfirmation: message,
  /** Asks a member of the research team to choose a password, because a manager wants them to. */
  staffPassword: message,
  /** Goes to the address that an account had before. */
  emailChanged: message,
  /** Goes to the address of an account that was entered for another one. */
  knownAddress: message,
  /** Go to the owner of an account, a participant or a member of staff. */
  passkeyAdded: message,
  passkeyRemoved: message,
  loggedOutElsewhere: message,
  secondFactorAdded: message,
  /** Goes to the address of an account whose information was erased. */
  informationErased: message,
  allocationNotice: message,
  monthReminder: message.extend({ unsubscribe: text }),
  /** Goes to participants who choose it, on days without a record. A protocol without reminders leaves it out. */
  dailyReminder: message
    .extend({
      /** The sender's name. */
      sender: text,
      /** After several without a record; then none comes until the next one. */
      last: message,
      unsubscribe: text,
    })
    .optional(),
  /** Go to participants who reduce, a week before a step and when it is not answered. A protocol may leave them out. */
  stepMessages: z
    .strictObject({
      /** The sender's name. */
      sender: text,
      announced: message,
      /** Three days after the planned day, where nothing was answered. */
      due: message,
      unsubscribe: text,
    })
    .optional(),
  /** Goes to participants of both groups when a follow-up is due, some days after it, and some after that. */
  followUp: message.extend({
    /** The sender's name. */
    sender: text,
  }),
  /** Goes to the research team's address. */
  warningNotice: message,
  /** Go to those of the team who report serious events, until each is reported. They name no one and no symptom. */
  safetyRecorded: message,
  safetyHalfWay: message,
  safetyDue: message,
  safetyOverdue: message,
  /** The name of each event of the calendar file. */
  calendarEvent: text,
  /** The last paragraph of every message. */
  closing: text,
});

export type Survey = z.output<typeof surveySchema>;
export type Setup = z.output<typeof setupSchema>;
export type SetupQuestion = Setup['questions'][number];
export type Medicine = z.output<typeof medicinesSchema>['medicines'][number];
export type Form = Medicine['forms'][number];
export type DoseRow = z.output<typeof dosesSchema>['rows'][number];
export type Schedule = z.output<typeof schedulesSchema>['schedules'][number];
export type ScheduleStep = Schedule['steps'][number];
export type TaperLimits = z.output<typeof schedulesSchema>['taperLimits'];
export type MailContent = z.output<typeof mailSchema>;
export type MessageContent = MailContent['passwordReset'];

/** Each content file's name without `.yaml`, and its schema. */
export const contentSchemas = {
  product: productSchema,
  survey: surveySchema,
  setup: setupSchema,
  medicines: medicinesSchema,
  schedules: schedulesSchema,
  doses: dosesSchema,
  tracker: trackerSchema,
  course: courseSchema,
  consent: consentSchema,
  privacy: articleSchema,
  'medicine-information': articleSchema,
  'follow-ups': followUpsSchema,
  mail: mailSchema,
  safety: safetySchema,
  queries: queriesSchema,
  analysis: analysisSchema,
  questionnaires: questionnairesSchema,
} as const;

export type ContentFile = keyof typeof contentSchemas;
export type ContentFiles = { [File in ContentFile]: z.output<(typeof contentSchemas)[File]> };
