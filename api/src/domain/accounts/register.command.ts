import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { registerUser } from '@stepwise/shared-contracts/calls/session.calls';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import * as z from 'zod';
import type { VisitorRequest } from '../../participant-api/route/route.ts';
import { FieldErrors } from '../../platform/errors/app-error.ts';
import { findPasswordError, hashPassword } from '../../platform/passwords/password.ts';
import { Participant } from '../participants/participant.entity.ts';
import { eraseReminderOf } from '../reminders/month-reminders.ts';
import { addDefaultLists } from '../tracker/tracker-lists.ts';

const TAKEN = 'This email address already has an account. Log in, or use another address.';

/**
 * Makes the account, with the trial's tracker lists and the outcome (never the answers) of this visitor's survey.
 * Throws FieldErrors that name every refused field at once.
 */
export async function register(request: VisitorRequest<typeof registerUser>): Promise<Participant> {
  const { body, em, services, session, now } = request;
  const details = {
    firstName: body.first_name.trim(),
    lastName: body.last_name.trim(),
    email: body.email.trim().toLowerCase(),
  };
  const faults = {
    first_name:
      findNameFault(details.firstName) ?? (details.firstName ? null : 'Please enter your first name.'),
    last_name: findNameFault(details.lastName),
    email: await findEmailFault(request, details.email),
    password1:
      body.password1 === body.password2
        ? await findPasswordError(body.password1, [details.email, details.firstName, details.lastName])
        : 'The two passwords are not the same.',
  };
  const refused = Object.entries(faults).flatMap(([field, fault]) =>
    fault ? [[field, [fault]] as [string, string[]]] : [],
  );
  if (refused.length > 0) throw new FieldErrors(Object.fromEntries(refused));

  const { survey } = session;
  const passwordHash = await hashPassword(body.password1);
  try {
    return await em.transactional(async (tx) => {
      const participant = tx.create(Participant, {
        ...details,
        passwordHash,
        createdAt: now,
        contentVersion: services.content.version,
        ...(survey && {
          surveyDone: true,
          surveyIneligible: !survey.eligible,
          stratum: survey.group,
          predict: survey.predict,
          homeStep: survey.eligible ? HOME_STEP.consent : HOME_STEP.eligibility,
        }),
      });
      await tx.flush();
      await eraseReminderOf(tx, participant.email);
      addDefaultLists(tx, participant.id, services.content);
      await request.audit(tx, 'account.registered', participant.id, { after: details });
      return participant;
    });
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw new FieldErrors({ email: [TAKEN] });
    throw error;
  }
}

async function findEmailFault(
  { body, em }: VisitorRequest<typeof registerUser>,
  email: string,
): Promise<string | null> {
  if (!z.email().max(254).safeParse(email).success)
    return 'Please enter an email address, such as name@example.org.';
  if (body.username.trim().toLowerCase() !== email) return 'The user name has to be the email address.';
  return (await em.count(Participant, { email })) > 0 ? TAKEN : null;
}

const findNameFault = (name: string): string | null =>
  name.length > 150 ? 'Please use at most 150 characters.' : null;
