import { createHmac } from 'node:crypto';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import type { Content } from '../../core/content/load-content.ts';

export const FOLLOW_UP = '/account/follow-up';

/** Names one follow-up of one participant in a link: a keyed hash, which discloses nothing and takes the secret to make. */
export const followUpToken = (secret: string, participantId: string, months: number): string =>
  createHmac('sha256', secret).update(`follow-up ${participantId} ${months}`).digest('base64url');

export const followUpPath = (secret: string, participantId: string, months: number): string =>
  `${FOLLOW_UP}/${followUpToken(secret, participantId, months)}`;

/** The external questionnaire of a follow-up, for the study id of a participant. */
export const followUpUrl = ({ followUps }: Content, studyId: string, months: number): string =>
  followUps.link.replaceAll('{study_id}', studyId).replaceAll('{months}', String(months));

/** The day whose message is the newest that is due, as days after the day that is due; undefined before the first. */
export const newestReminder = (
  { reminders }: Content['followUps'],
  dueOn: string,
  { today, hour }: { today: string; hour: number },
): number | undefined =>
  reminders.days.findLast((day) => {
    const on = addDays(dueOn, day);
    return on < today || (on === today && hour >= reminders.hour);
  });
