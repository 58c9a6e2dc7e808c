import type { saveReminder, saveStepMessages } from '../calls/reminder.calls.ts';
import type {
  saveBaseline,
  saveDoctor,
  saveHomestep,
  saveSupport,
  saveUser,
  saveUserAgree,
} from '../calls/user.calls.ts';
import { localDate } from '../dates/plain-date.ts';
import type { Apply } from '../store/apply.ts';

export const applySaveUser: Apply<typeof saveUser> = ({ user }, body, { answer }) => {
  const { firstName, lastName, phone, email, timeZone } = body;
  const saved = { firstName, lastName, phone, email, ...(timeZone !== undefined && { timeZone }) };
  return { user: answer?.user ?? (user && { ...user, ...saved }) };
};

export const applySaveDoctor: Apply<typeof saveDoctor> = (_state, { name, phone, email }) => ({
  doctor: { name, phone, email },
});

export const applySaveSupport: Apply<typeof saveSupport> = (_state, { name, phone }) => ({
  support: { name, phone },
});

/** Consent counts from when the server has recorded it. */
export const applySaveUserAgree: Apply<typeof saveUserAgree> = (_state, _body, { answer }) => answer ?? {};

export const applySaveBaseline: Apply<typeof saveBaseline> = (_state, baseline) => ({ baseline });

/** Where the journey goes, such as the arm of the trial, only the server decides. */
export const applySaveHomestep: Apply<typeof saveHomestep> = (_state, _body, { answer }) => answer ?? {};

/** Choosing an hour again ends a pause; choosing none is remembered. */
export const applySaveReminder: Apply<typeof saveReminder> = (
  { reminder },
  { hour },
  { createdAt, timeZone },
) => ({
  reminder: {
    ...reminder,
    hour,
    isPaused: false,
    ...(hour === null && { declinedOn: localDate(new Date(createdAt), timeZone) }),
  },
});

export const applySaveStepMessages: Apply<typeof saveStepMessages> = ({ reminder }, { on }) => ({
  reminder: reminder && { ...reminder, stepMessages: on },
});
