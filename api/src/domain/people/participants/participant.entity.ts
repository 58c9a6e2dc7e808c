import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DATA_CONSENTS } from '@stepwise/shared-contracts/entities/consent';
import { v7 as timeOrderedId } from 'uuid';

/**
 * A participant of the trial. Doses in mg a day. `stratum` and `predict` are the survey's outcome; the survey's answers
 * are never stored. An anonymised participant keeps their row under a new random id, without anything that identifies.
 */
export const Participant = defineEntity({
  name: 'Participant',
  tableName: 'participant',
  indexes: [{ properties: ['createdAt', 'id'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => timeOrderedId()),
    /**
     * Under which the external questionnaires know them, made by the database at random: nothing connects it with the ids
     * of the export. Null once anonymised, since those questionnaires are not.
     */
    studyId: p
      .string()
      .length(13)
      .nullable()
      .unique()
      .defaultRaw(`'P' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))`),
    firstName: p.string().length(150),
    lastName: p.string().length(150).default(''),
    /** Lower case; null once anonymised. */
    email: p.string().length(254).nullable().unique(),
    phone: p.string().length(40).default(''),
    passwordHash: p.string().length(255).nullable(),
    startDose: p.decimal('number').precision(6).scale(2).nullable(),
    timesPerDay: p.smallint().default(1),
    homeStep: p.smallint().default(0),
    futureContact: p.boolean().default(false),
    consentAgree: p.boolean().default(false),
    randomise: p.boolean().default(false),
    surveyDone: p.boolean().default(false),
    surveyIneligible: p.boolean().default(false),
    actingDone: p.boolean().default(false),
    actingIneligible: p.boolean().default(false),
    /** When the participant first said that the external questionnaire is done. */
    questionnaireConfirmedAt: p.datetime(3).nullable(),
    /** The questionnaire is confirmed, and randomisation waits for their address to be confirmed, or for the team. */
    awaitsRandomisation: p.enum(['address', 'team'] as const).nullable(),
    /** They confirmed when many did from one network at once. */
    heldAsBurst: p.boolean().default(false),
    stratum: p.string().length(20).nullable(),
    predict: p.smallint().nullable(),
    redcapLink: p.string().length(2000).nullable(),
    scheduleId: p.smallint().nullable(),
    /** The day for which the next step of the plan is planned; null where none is, and while one waits for a new day. */
    nextStepDue: p.date().nullable(),
    /** Forms (ids in medicines.yaml) that they said they have at home; null until they said so. */
    strengths: p.json<number[]>().nullable(),
    /** The day on which they left the plan and stayed in the follow-up, in the trial's time zone. */
    leftPlanOn: p.date().nullable(),
    dataConsent: p.enum([...DATA_CONSENTS]).nullable(),
    /** The content that was loaded at sign-up (SHA-256); null for those who signed up before it was recorded. */
    contentVersion: p.string().length(64).nullable(),
    createdAt: p.datetime(3),
    /** The time zone (IANA) chosen in the details; null where it is the device's. */
    timeZone: p.string().length(64).nullable(),
    /** The one that the participant's own device named last. */
    deviceTimeZone: p.string().length(64).nullable(),
    /** Their own calendar day of the last record in force. The database maintains it for every writer of records. */
    lastRecord: p.date().nullable(),
  },
});
export type Participant = InferEntity<typeof Participant>;
