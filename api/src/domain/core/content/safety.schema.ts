import { z } from 'zod';
import { demonstration, text } from './content-values.ts';

/** The shape of safety.yaml and queries.yaml. */

const choice = z.strictObject({
  /** Stored with what is recorded. */
  id: z
    .string()
    .regex(/^[a-z]+(-[a-z]+)*$/, 'must be small letters and hyphens')
    .max(40),
  text,
});
const choices = z.array(choice).min(1);

export const safetySchema = z.strictObject({
  demonstration,
  /** Hours from when the team first knew of a serious event until it must be reported to the sponsor. */
  reportWithinHours: z.int().positive(),
  /** The same until it must be reported to the ethics committee; null where it need not be. */
  ethicsWithinHours: z.int().positive().nullable().default(null),
  /** Told to participants after a record of self-harm. */
  help: z.strictObject({
    /** Hours that help stays on after the last such record; it stays on longer until the team has closed its sign. */
    hours: z.int().min(24).max(720),
    /** Asked on a later day, and what stands above the numbers then. Neither says what was recorded. */
    question: text.max(60),
    later: text.max(60),
    /** What the team did, with {when}. */
    read: text.max(200).includes('{when}', 'must have {when}'),
    /** Instead of the planned step, with {who} to talk to. */
    dose: text.max(200).includes('{who}', 'must have {who}'),
    /** The label of the field for a phone number that is not known. */
    phone: text.max(100),
    /** Why a symptom of self-harm can be neither removed nor unflagged. */
    symptomStays: text.max(200),
  }),
  /** What the list of warning signs says about the time outside the team's hours. */
  outOfHours: text,
  sources: choices,
  /** An event that meets one is serious. `fatal` goes with the same of an outcome. */
  criteria: z.array(choice.extend({ fatal: z.boolean().default(false) })).min(1),
  severities: choices,
  relatedness: choices,
  expectedness: choices,
  outcomes: z
    .array(
      choice.extend({
        fatal: z.boolean().default(false),
        /** The event has no last day yet. */
        goesOn: z.boolean().default(false),
      }),
    )
    .min(1),
  actions: choices,
});

const ruleFields = { id: choice.shape.id, question: text.max(1000) };
const queryRule = z.discriminatedUnion('kind', [
  z.strictObject({
    ...ruleFields,
    kind: z.literal('good-with-symptom'),
    category: z.enum(['sleep', 'mood', 'active']),
  }),
  z.strictObject({ ...ruleFields, kind: z.literal('inactive-with-activities') }),
  z.strictObject({ ...ruleFields, kind: z.literal('two-in-force') }),
]);

export const queriesSchema = z.strictObject({ demonstration, rules: z.array(queryRule) });

export type QueryRule = z.output<typeof queryRule>;
export type Safety = z.output<typeof safetySchema>;
