import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { formatTimeOfDay } from '@stepwise/shared-contracts/dates/time-of-day';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { recordInSentences } from '@stepwise/shared-contracts/entities/record-words';
import { doseHistory } from '@stepwise/shared-contracts/plan/dose-reports';
import type { DocumentSource } from './documents.ts';
import { makePdf } from './pdf-document.ts';

/** What is kept about a participant, as their own screens show it. */
export type MyData = Pick<
  AllData,
  | 'user'
  | 'doctor'
  | 'support'
  | 'consent'
  | 'schedule'
  | 'prescriptions'
  | 'doseReports'
  | 'records'
  | 'strengths'
  | 'medication'
  | 'reminder'
>;

/** Everything kept about the participant, to read or to print, as a tagged A4 PDF of the calendar day `today`. */
export function myDataPdf(data: MyData, source: DocumentSource, today: string): Promise<Buffer> {
  const { user, doctor, support, consent, schedule, prescriptions, doseReports, records } = data;
  const { strengths, medication, reminder } = data;
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
      'Time zone': user.timeZone?.replaceAll('_', ' ').replaceAll('/', ', ') || 'As your device says',
      ...(reminder && {
        'Daily reminder': reminder.hour === null ? 'Never' : formatTimeOfDay(`${reminder.hour}:00`),
      }),
      'Agreed to take part': consent ? formatDate(consent.agreedAt.slice(0, 10)) : 'Not yet',
    });
    section('Your doctor or nurse', { Name: doctor.name, Phone: doctor.phone, Email: doctor.email });
    section('Your support person', { Name: support.name, Phone: support.phone });
    const list = (heading: string, items: readonly string[]) => {
      writer.heading(2, heading);
      if (items.length === 0) writer.paragraph('There are none.');
      else writer.list(items);
    };
    list(
      'Doses reported',
      doseHistory(doseReports).map(
        ({ day, dose, schedule, kind }) =>
          `${from(day, dose, schedule)}${kind === 'assumed' ? ', not confirmed' : ''}`,
      ),
    );
    // A step that is not taken yet stands after today.
    const planned = prescriptions.filter(({ date }) => date > today);
    list(
      'Planned steps',
      planned.map(
        ({ date, dose, prepared }) => `${from(date, dose, schedule)}${prepared ? ', prepared' : ''}`,
      ),
    );
    const forms = medication.flatMap(({ forms = [] }) => forms);
    writer.heading(2, 'Strengths you have at home');
    if (!strengths) writer.paragraph('You have not said which.');
    else if (strengths.length === 0) writer.paragraph('None of those on the list.');
    else writer.list(strengths.map((id) => forms.find((form) => form.id === id)?.text ?? `Number ${id}`));
    writer.heading(2, 'Your daily records');
    if (records.length === 0) writer.paragraph('There are none yet.');
    for (const record of records) writer.fact(formatDate(record.localDate), recordInSentences(record));
  });
}

/** `From 20/11/2026: 37.5 mg a day`. */
const from = (day: string, dose: number, schedule: number | null): string =>
  `From ${formatDate(day)}: ${doseText(dose, schedule)} a day`;
