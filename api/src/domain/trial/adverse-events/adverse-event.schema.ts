import { isPlainDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { fromDatetimeLocal } from '../../../platform/html/datetime-local.ts';
import type { Content } from '../../core/content/load-content.ts';
import type { Safety } from '../../core/content/safety.schema.ts';
import {
  MAX_CONCOMITANT_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_TERM_CODE_LENGTH,
  MAX_TERM_LENGTH,
  NOT_ASSESSED,
} from './adverse-event.entities.ts';

/** The source in safety.yaml of an event that is recorded from a warning sign. */
export const FROM_WARNING_SIGN = 'warning-sign';

/**
 * What is said of an adverse event at `now`: ids of the choices in safety.yaml, calendar days and times on the clock of
 * the trial's time zone. A blinded member assesses nothing that asks for the group; of an anonymous participant nothing is
 * written freely. Messages are what the person who fills in the form reads.
 */
export const adverseEventSchema = (
  { safety, product: { timeZone } }: Content,
  now: Date,
  { isBlinded, isAnonymous = false }: { isBlinded: boolean; isAnonymous?: boolean },
) => {
  const assessment = (choices: Safety['severities'], message: string) =>
    isBlinded ? z.preprocess(() => NOT_ASSESSED, z.string()) : idOf(choices, message);
  const pastDay = (message: string) =>
    z
      .string(message)
      .refine(isPlainDate, message)
      .refine((day) => !isPlainDate(day) || day <= localDate(now, timeZone), 'This day is still to come.');
  const pastInstant = (message: string) =>
    z.string(message).transform((text, context): Date => {
      const instant = fromDatetimeLocal(timeZone, text);
      if (!instant) context.addIssue(message);
      else if (instant > now) context.addIssue('This time is still to come.');
      return instant ?? now;
    });
  return z
    .object({
      description: isAnonymous
        ? noWords
        : z
            .string()
            .trim()
            .min(1, 'Say what happened.')
            .max(MAX_DESCRIPTION_LENGTH, `Say it in at most ${MAX_DESCRIPTION_LENGTH} characters.`),
      source: idOf(sourcesFor(safety, isBlinded), 'Choose how you heard of it.'),
      awareAt: pastInstant('Enter the day and time at which the team knew of it.'),
      onset: pastDay('Enter the day on which it began.'),
      ended: orEmpty(pastDay('Enter a day, or none.')),
      serious: z.enum(['yes', 'no'], 'Choose whether it is serious.'),
      criteria: z.array(idOf(safety.criteria, 'Choose from the list.')),
      severity: idOf(safety.severities, 'Choose how severe it is.'),
      relatedness: assessment(safety.relatedness, 'Choose whether it is related.'),
      expectedness: assessment(safety.expectedness, 'Choose whether it was expected.'),
      outcome: idOf(safety.outcomes, 'Choose the outcome.'),
      action: assessment(safety.actions, 'Choose what was done about the reduction.'),
      reportedAt: orEmpty(pastInstant('Enter a day and time, or none.')),
      ethicsReportedAt: orEmpty(pastInstant('Enter a day and time, or none.')).optional(),
      term: shortText(MAX_TERM_LENGTH),
      termCode: shortText(MAX_TERM_CODE_LENGTH),
      concomitant: isAnonymous ? noWords : shortText(MAX_CONCOMITANT_LENGTH),
    })
    .superRefine((event, context) => {
      const report = (field: keyof typeof event, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      const { onset, ended, awareAt, reportedAt, ethicsReportedAt } = event;
      if (ended && ended < onset) report('ended', 'It cannot end before it began.');
      if (onset > localDate(awareAt, timeZone)) report('onset', 'It cannot begin after the team knew of it.');
      if (reportedAt && reportedAt < awareAt)
        report('reportedAt', 'It cannot be reported before the team knew of it.');
      if (ethicsReportedAt && ethicsReportedAt < awareAt)
        report('ethicsReportedAt', 'It cannot be reported before the team knew of it.');
      if (event.termCode && !event.term) report('term', 'Enter the term of the code.');
      const isSerious = event.serious === 'yes';
      if (isSerious && event.criteria.length === 0) report('criteria', 'Choose what makes it serious.');
      if (!isSerious && event.criteria.length > 0)
        report('serious', 'A criterion is chosen: choose serious, or take the criterion away.');
      const outcome = safety.outcomes.find(({ id }) => id === event.outcome);
      if (outcome?.goesOn && ended) report('ended', `It has no last day with the outcome “${outcome.text}”.`);
      const isFatal = safety.criteria.some(({ id, fatal }) => fatal && event.criteria.includes(id));
      if (isSerious && event.criteria.length > 0 && isFatal !== outcome?.fatal)
        report('outcome', 'The outcome and the criteria disagree on whether the person died.');
      if (!isSerious && outcome?.fatal) report('serious', 'An event of which a person died is serious.');
    })
    .transform(({ serious: _, ethicsReportedAt = null, ...details }) => ({ ...details, ethicsReportedAt }));
};

/** How the team may have heard of an event; a blinded member sees no records. */
export const sourcesFor = ({ sources }: Safety, isBlinded: boolean): Safety['sources'] =>
  isBlinded ? sources.filter(({ id }) => id !== FROM_WARNING_SIGN) : sources;

/** Empty, whatever was sent. */
export const noWords = z.preprocess(() => '', z.string());

const shortText = (longest: number) =>
  z.string().trim().max(longest, `Say it in at most ${longest} characters.`).default('');

/** Null for a field that was left empty. */
const orEmpty = <T>(schema: z.ZodType<T>) =>
  z.preprocess((given) => (given === '' ? null : given), schema.nullable());

const idOf = (choices: Safety['severities'], message: string) =>
  z.enum(
    choices.map(({ id }) => id),
    message,
  );

export type AdverseEventDetails = z.output<ReturnType<typeof adverseEventSchema>>;
