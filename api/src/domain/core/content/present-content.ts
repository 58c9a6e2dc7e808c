import type { CourseQuestion } from '@stepwise/shared-contracts/entities/course';
import type {
  Medication,
  PrescriptionDefault,
  Schedule,
  SetupQuestion,
} from '@stepwise/shared-contracts/entities/plan';
import type { Article, SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { SurveyQuestion } from '@stepwise/shared-contracts/entities/survey';
import { formsOf } from './check-dose-rows.ts';
import { WEEKDAYS } from './content.schema.ts';
import type { Content } from './load-content.ts';
import { storedDose } from './stored-dose.ts';

export const presentSite = ({
  product,
  tracker,
  course,
  followUps,
  demonstration,
}: Content): SiteContent => ({
  productName: product.name,
  trial: product.trial,
  words: {
    medicine: product.medicine,
    risk: product.risk,
    arms: product.arms,
    followUpMonths: followUps.months,
  },
  demonstration,
  emergency: product.contacts.emergency,
  counselling: product.contacts.counselling,
  textAndChat: product.textAndChat,
  researchTeam: {
    ...product.researchTeam,
    openingHours: {
      ...product.researchTeam.openingHours,
      days: product.researchTeam.openingHours.days.map((day) => WEEKDAYS.indexOf(day) + 1),
      timeZone: product.timeZone,
    },
    holidays: product.researchTeam.holidays.map(({ date }) => date),
  },
  links: product.links,
  goodToKnow: tracker.goodToKnow,
  courseStrip: course.strip,
});

/** A text to read, with the hash of the file it comes from. */
export const presentArticle = (
  content: Content,
  name: 'consent' | 'privacy' | 'medicine-information',
): Article => {
  const { demonstration, title, version, changed, sections } = content[name];
  return { demonstration, title, version, changed, sections, hash: content.versions[name] };
};

export const presentSurveyQuestions = ({ survey }: Content): SurveyQuestion[] =>
  survey.questions.map(({ id, text, list, options }) => ({
    id,
    text,
    ...(list && { list }),
    options: options.map(({ id, text, crisis }) => ({ id, text, crisis })),
  }));

export const presentSetupQuestions = ({ setup }: Content): SetupQuestion[] =>
  setup.questions.map(({ id, page, text, options }) => ({
    id,
    page,
    text,
    options: options.map(({ id, text }) => ({ id, text })),
  }));

export const presentMedication = ({ medicines, doses: { rows } }: Content): Medication[] =>
  medicines.map((medicine) => ({
    id: medicine.id,
    setupoption: medicine.setupoption,
    doses: medicine.doses.map(({ id, text }) => ({ id, text })),
    forms: medicine.forms.map(({ id, text }) => ({ id, text })),
    rows: rows
      .filter((row) => row.medicine === medicine.id)
      .map((row) => ({
        dose: storedDose(row.dose, medicine),
        timesperday: row.timesperday,
        forms: formsOf(row),
        text: row.text,
      })),
    maxPerDay: storedDose(medicine.maxPerDay, medicine),
  }));

export const presentSchedules = ({ schedules, medicines }: Content): Schedule[] =>
  schedules.map(({ id, text, medication, description, unit, doseWords }) => ({
    id,
    text,
    medication,
    medicine: medicines.find((each) => each.id === medication)?.name,
    description,
    unit,
    ...(doseWords.length > 0 && {
      doseWords: doseWords.map(({ dose, shown, split }) => ({ dose, ...(shown && { shown }), split })),
    }),
  }));

export const presentPrescriptionDefaults = ({ schedules }: Content): PrescriptionDefault[] =>
  schedules.flatMap(({ id: scheduleid, steps }) =>
    steps.map(({ id, dose, howToTake }) => ({ id, scheduleid, dose, note: howToTake })),
  );

export const presentCourseQuestions = ({ course }: Content): CourseQuestion[] =>
  course.questions.map(({ text, when, medicines, upTo }) => ({
    text,
    ...(when && { when }),
    ...(medicines && { medicines }),
    ...(upTo !== undefined && { upTo }),
  }));
