import type { LoggedInDevice } from '@stepwise/shared-contracts/calls/device.calls';
import { formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { clockTime, formatTimeOfDay } from '@stepwise/shared-contracts/dates/time-of-day';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { recordInSentences } from '@stepwise/shared-contracts/entities/record-words';
import type { Reminder } from '@stepwise/shared-contracts/entities/reminder';
import { doseHistory } from '@stepwise/shared-contracts/plan/dose-reports';
import { stepDay } from '@stepwise/shared-contracts/plan/next-dose';
import { planSteps } from '@stepwise/shared-contracts/plan/plan-steps';
import type { DocumentSource } from './documents.ts';
import { type Answered, myAnswers } from './my-answers.ts';
import { makePdf } from './pdf-document.ts';

/** What is kept about a participant, as their own screens show it. */
export type MyData = Pick<
  AllData,
  | 'user'
  | 'doctor'
  | 'support'
  | 'consent'
  | 'schedule'
  | 'schedules'
  | 'prescriptions'
  | 'doseReports'
  | 'records'
  | 'strengths'
  | 'reminder'
> &
  Answered & {
    /** IANA: that of the days of instants. */
    timeZone: string;
    /** As the participant's device named it last (IANA). */
    deviceTimeZone: string | null | undefined;
    /** What stands in the place of the planned steps. */
    hold?: string;
    /** Null in a copy for a member of staff, who is not shown them either. */
    logIns: {
      devices: readonly Pick<LoggedInDevice, 'name' | 'lastUsedAt' | 'isKept'>[];
      passkeys: readonly { name: string; createdAt: Date }[];
    } | null;
  };

/** Everything kept about the participant, to read or to print, as a tagged A4 PDF of the calendar day `today`. */
export function myDataPdf(data: MyData, source: DocumentSource, today: string): Promise<Buffer> {
  const { user, doctor, support, consent, schedule, schedules, prescriptions, doseReports, records } = data;
  const { strengths, medication, reminder, timeZone, deviceTimeZone, hold, logIns } = data;
  const dayOf = (instant: Date) => formatDate(localDate(instant, timeZone));
  const title = `Your information on ${formatDate(today)}`;
  const settings = {
    title,
    footer: `${source.productName} – ${title}`,
    productName: source.productName,
    date: new Date(`${today}T00:00:00Z`),
  };
  return makePdf(settings, (writer) => {
    const section = (heading: string, facts: Record<string, string>) => {
      writer.heading(2, heading);
      for (const [label, value] of Object.entries(facts)) writer.fact(label, value || 'Not given');
    };
    writer.heading(1, title);
    writer.paragraph(`${source.trial}. This is what is kept about you.`, 'soft');
    section('You', {
      Name: `${user.firstName} ${user.lastName}`.trim(),
      Email: user.email,
      Phone: user.phone,
      'Time zone': zoneInWords(user.timeZone) || 'As your device says',
      'Time zone of your device': zoneInWords(deviceTimeZone),
      ...(reminder && { 'Daily reminder': reminderInWords(reminder) }),
      ...(reminder?.stepMessages !== undefined && {
        'Messages about a step': reminder.stepMessages ? 'Yes' : 'No',
      }),
      ...(reminder?.push && { 'On this device': reminder.push.isOn ? 'As notifications' : 'By email' }),
      'Agreed to take part': consent ? dayOf(new Date(consent.agreedAt)) : 'Not yet',
    });
    section('Your doctor or nurse', { Name: doctor.name, Phone: doctor.phone, Email: doctor.email });
    section('Your support person', { Name: support.name, Phone: support.phone });
    const list = (heading: string, items: readonly string[]) => {
      writer.heading(2, heading);
      if (items.length === 0) writer.paragraph('There are none.');
      else writer.list(items);
    };
    const aDay = (dose: number, of: number | null) => `${doseText(dose, of, schedules)} a day`;
    // `From 20/11/2026: 37.5 mg a day`.
    const from = (day: string, dose: number, of: number | null) =>
      `From ${formatDate(day)}: ${aDay(dose, of)}`;
    list(
      'Doses reported',
      doseHistory(doseReports).map(
        ({ day, dose, schedule, kind }) =>
          `${from(day, dose, schedule)}${kind === 'assumed' ? ', not confirmed' : ''}`,
      ),
    );
    const steps = planSteps(prescriptions, doseReports, today);
    const ahead = steps.filter(({ status }) => status !== 'taken' && status !== 'passed');
    list(
      'Planned steps',
      hold
        ? [hold]
        : ahead.map((step) => {
            const day = stepDay(steps, step);
            const words = day ? from(day, step.dose, schedule) : `No day yet: ${aDay(step.dose, schedule)}`;
            return `${words}${step.prepared ? ', prepared' : ''}`;
          }),
    );
    const forms = medication.flatMap(({ forms = [] }) => forms);
    writer.heading(2, 'Strengths you have at home');
    if (!strengths) writer.paragraph('You have not said which.');
    else if (strengths.length === 0) writer.paragraph('None of those on the list.');
    else writer.list(strengths.map((id) => forms.find((form) => form.id === id)?.text ?? `Number ${id}`));
    if (logIns) {
      list(
        'Where you are logged in',
        logIns.devices.map(
          ({ name, lastUsedAt, isKept }) =>
            `${name}, last used ${dayOf(new Date(lastUsedAt))}, ${clockTime(lastUsedAt, timeZone)}${isKept ? ', stays logged in' : ''}`,
        ),
      );
      list(
        'Your passkeys',
        logIns.passkeys.map(({ name, createdAt }) => `${name}, added ${dayOf(createdAt)}`),
      );
    }
    for (const { heading, facts } of myAnswers(data)) {
      writer.heading(2, heading);
      if (facts.length === 0) writer.paragraph('There are none.');
      for (const [label, value] of facts) writer.fact(label.replace(/[:?]$/, ''), value);
    }
    writer.heading(2, 'Your daily records');
    if (records.length === 0) writer.paragraph('There are none yet.');
    for (const record of records) writer.fact(formatDate(record.localDate), recordInSentences(record));
  });
}

/** `Australia, Broken Hill`. */
const zoneInWords = (zone: string | null | undefined): string =>
  zone?.replaceAll('_', ' ').replaceAll('/', ', ') ?? '';

/** `9:00am`. */
const reminderInWords = ({ hour, isPaused }: Reminder): string =>
  hour === null
    ? 'None'
    : `${formatTimeOfDay(`${hour}:00`)}${isPaused ? ', paused until your next record' : ''}`;
