import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { ParsedBodyOf } from '@stepwise/shared-contracts/calls/call';
import type { registerUser } from '@stepwise/shared-contracts/calls/session.calls';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import * as z from 'zod';
import { FieldErrors } from '../../../platform/errors/app-error.ts';
import { findPasswordError, hashPassword } from '../../../platform/passwords/password.ts';
import { eraseReminderOf } from '../../care/reminders/month-reminders.ts';
import { addDefaultLists } from '../../care/tracker/tracker-lists.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { guessableWords } from '../../people/accounts/guessable-words.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import type { SurveyOutcome } from '../survey/score-survey.ts';

const TAKEN = 'This email address already has an account. Log in, or use another address.';

type Registration = ParsedBodyOf<typeof registerUser>;

/**
 * Makes the account, with the trial's tracker lists and the outcome (never the answers) of this visitor's survey.
 * `isKnownAddress` is asked once everything else is right. Throws FieldErrors that name every rejected field at once.
 */
export async function register(
  op: Operation,
  form: Registration,
  survey: SurveyOutcome | undefined,
  isKnownAddress: (email: string) => Promise<boolean>,
): Promise<Participant> {
  const details = {
    firstName: form.first_name.trim(),
    lastName: form.last_name.trim(),
    email: form.email.trim().toLowerCase(),
  };
  const errors = {
    first_name:
      findNameError(details.firstName) ?? (details.firstName ? null : 'Please enter your first name.'),
    last_name: findNameError(details.lastName),
    email: findEmailError(form.username, details.email),
    password1:
      form.password1 === form.password2
        ? await findPasswordError(form.password1, guessableWords(op.content, Object.values(details)))
        : 'The two passwords are not the same.',
  };
  const rejected = Object.entries(errors).flatMap(([field, error]) =>
    error ? [[field, [error]] as [string, string[]]] : [],
  );
  if (rejected.length > 0) throw new FieldErrors(Object.fromEntries(rejected));
  if (await isKnownAddress(details.email)) throw new FieldErrors({ email: [TAKEN] });

  const passwordHash = await hashPassword(form.password1);
  try {
    return await inTransaction(op, async (op) => {
      const participant = op.db.create(Participant, {
        ...details,
        passwordHash,
        createdAt: op.now,
        contentVersion: op.content.version,
        ...(survey && {
          surveyDone: true,
          surveyIneligible: !survey.eligible,
          stratum: survey.group,
          predict: survey.predict,
          homeStep: survey.eligible ? HOME_STEP.consent : HOME_STEP.eligibility,
        }),
      });
      await op.db.flush();
      await eraseReminderOf(op.db, participant.email);
      addDefaultLists(op.db, participant.id, op.content);
      await op.audit('account.registered', participant.id, { after: details });
      return participant;
    });
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw new FieldErrors({ email: [TAKEN] });
    throw error;
  }
}

function findEmailError(username: string, email: string): string | null {
  if (!z.email().max(254).safeParse(email).success)
    return 'Please enter an email address, such as name@example.org.';
  if (username.trim().toLowerCase() !== email) return 'The user name has to be the email address.';
  return null;
}

const findNameError = (name: string): string | null =>
  name.length > 150 ? 'Please use at most 150 characters.' : null;
