// In one file: a list of short checks across content files, each read by itself.
import { QUESTION_PLACEHOLDERS } from '@stepwise/shared-contracts/course/course-questions';
import { DOSE_CARD_PLACEHOLDERS } from '@stepwise/shared-contracts/entities/dose-card';
import { LOOK_BACK_PLACEHOLDERS } from '@stepwise/shared-contracts/entities/home-texts';
import { checkDoseRows } from './check-dose-rows.ts';
import { checkDoseWords } from './check-dose-words.ts';
import type { ContentFile, ContentFiles, MessageContent } from './content.schema.ts';
import { findDisclosingTerm } from './find-disclosing-term.ts';

/** What a message's text may leave to be filled in. */
export const MAIL_PLACEHOLDERS = ['product', 'hours', 'phone'] as const;

/** What the links to the external questionnaires may leave to be filled in. */
const FOLLOW_UP_PLACEHOLDERS = ['study_id', 'months'] as const;

/** Columns that the export of the questionnaires' results has beside their fields. */
const RESULT_COLUMNS = ['study_id', 'months', 'result_day'];

export type ContentIssue = { file: ContentFile; path: string; fault: string };
type Report = (path: string, fault: string) => void;

/** What the shapes of the single files cannot say: references, order and agreement between them. */
export function checkContent(files: ContentFiles): ContentIssue[] {
  const faults: ContentIssue[] = [];
  for (const [file, check] of Object.entries(checks) as [ContentFile, Check][]) {
    check(files, (path, fault) => faults.push({ file, path, fault }));
  }
  return faults;
}

type Check = (files: ContentFiles, report: Report) => void;

const checks: Partial<Record<ContentFile, Check>> = {
  product({ product, schedules: { schedules }, medicines: { medicines } }, report) {
    const { schedule, startDose } = product.demonstrationPlan;
    const medicine = schedules.find(({ id }) => id === schedule)?.medication;
    if (medicine === undefined) report('demonstrationPlan.schedule', `there is no schedule ${schedule}`);
    else if (!medicines.find(({ id }) => id === medicine)?.doses.some(({ dose }) => dose === startDose))
      report('demonstrationPlan.startDose', `${startDose} is not a dose on offer of its medicine`);
    const isZone = Intl.supportedValuesOf('timeZone').includes(product.timeZone);
    if (!isZone) report('timeZone', `${product.timeZone} is not a known time zone`);
    const { link, hosts } = product.questionnaire;
    const { host } = new URL(link);
    if (!hosts.includes(host)) report('questionnaire.link', `its host ${host} is not in questionnaire.hosts`);
    reportPlaceholders(link, ['study_id'], 'questionnaire.link', report);
    const { phone, tel, openingHours, holidays } = product.researchTeam;
    const { from, to } = openingHours;
    if (from >= to) report('researchTeam.openingHours', 'they end before they begin');
    for (const [index, { date }] of holidays.entries())
      if (holidays.findIndex((other) => other.date === date) < index)
        report(`researchTeam.holidays[${index}]`, `${date} is listed twice`);
    const numbers = { ...product.contacts, researchTeam: { number: phone, tel } };
    for (const [name, { number, tel }] of Object.entries(numbers)) {
      if (`tel:${number.replace(/\D/g, '')}` === tel) continue;
      const path = name === 'researchTeam' ? name : `contacts.${name}`;
      report(`${path}.tel`, `${number} and ${tel} are different numbers`);
    }
  },

  survey({ survey }, report) {
    reportRepeats(survey.questions, 'questions', report);
    const options = survey.questions.flatMap(({ options }, q) =>
      options.map((option, o) => ({ ...option, path: `questions[${q}].options[${o}]` })),
    );
    reportRepeatedIds(options, report);
    const optionIds = new Set(options.map((option) => option.id));
    for (const { path, excludesUnless = [] } of options) {
      reportMissing(excludesUnless, optionIds, `${path}.excludesUnless`, 'option', report);
    }
    const [no, yes, ...more] = survey.questions[0]?.options.map((option) => option.text) ?? [];
    if (no !== 'No' || yes !== 'Yes' || more.length > 0) {
      report(
        'questions[0].options',
        'the first question must have the two options No and Yes, in this order',
      );
    }
    const questionIds = new Set(survey.questions.map((question) => question.id));
    survey.sums.forEach(({ questions, bands }, s) => {
      reportMissing(questions, questionIds, `sums[${s}].questions`, 'question', report);
      reportNotRising(bands, `sums[${s}].bands`, report);
    });
    if (survey.groups[0]?.from !== 0) report('groups[0].from', 'the first group must start from 0');
    reportNotRising(survey.groups, 'groups', report);
  },

  analysis({ analysis, questionnaires, 'follow-ups': followUps }, report) {
    const { months, field, full } = analysis.outcome;
    if (!followUps.months.includes(months))
      report('outcome.months', `follow-ups.yaml has no follow-up at ${months} months`);
    const fieldOf = (path: string, name: string) => {
      const found = questionnaires.fields.find((each) => each.name === name);
      if (!found) report(`outcome.${path}`, `questionnaires.yaml has no field ${name}`);
      return found;
    };
    if (fieldOf('field', field)?.type === 'choice')
      report('outcome.field', `${field} of questionnaires.yaml is a choice, not a number`);
    const whenFull = full && fieldOf('full', full);
    if (whenFull && !(whenFull.type === 'choice' && whenFull.options.some(({ value }) => value === 1)))
      report('outcome.full', `${full} of questionnaires.yaml is no choice with the value 1`);
  },

  questionnaires({ questionnaires: { columns, fields } }, report) {
    const known: string[] = [];
    const addName = (path: string, name: string, others: readonly string[] = []) => {
      if ([...known, ...others].includes(name)) report(path, `${name} is listed twice`);
      known.push(name);
    };
    for (const [key, name] of Object.entries(columns)) addName(`columns.${key}`, name);
    fields.forEach((field, index) => {
      addName(`fields[${index}].name`, field.name, RESULT_COLUMNS);
      if (field.type !== 'choice' && field.min > field.max)
        report(`fields[${index}]`, 'min is more than max');
      if (field.type !== 'choice') return;
      const values = field.options.map(({ value }) => value);
      if (new Set(values).size < values.length) report(`fields[${index}].options`, 'a value is listed twice');
    });
  },

  setup({ setup }, report) {
    reportRepeats(setup.questions, 'questions', report);
    const options = setup.questions.flatMap(({ options }, q) =>
      options.map((option, o) => ({ ...option, path: `questions[${q}].options[${o}]` })),
    );
    reportRepeatedIds(options, report);
    reportMissing(
      setup.slowerWhen,
      new Set(options.map((option) => option.id)),
      'slowerWhen',
      'option',
      report,
    );

    const pages = setup.questions.map((question) => question.page);
    if (pages.some((page, index) => page < (pages[index - 1] ?? 0))) {
      report('questions', 'questions must be in the order of their pages');
    }
    for (const page of [2, 3, 4, 5]) {
      if (!pages.includes(page)) report('questions', `page ${page} has no question`);
    }
    // The screens know these by their ids (specification, section 9; the duration before randomisation).
    for (const [sets, fixedId] of [
      ['medicine', 1],
      ['timesperday', undefined],
      ['dose', 3],
      ['duration', 5],
    ] as const) {
      const setters = setup.questions.filter((question) => question.sets === sets);
      if (setters.length !== 1) report('questions', `exactly one question must have sets: ${sets}`);
      else if (fixedId && setters[0]?.id !== fixedId) {
        report('questions', `the question with sets: ${sets} must have id ${fixedId}`);
      }
    }
    setup.questions.forEach(({ sets, options }, q) => {
      const path = `questions[${q}].options`;
      if (sets === 'dose' && options.length > 0)
        report(path, "the medicine's doses are the options; remove these");
      if (sets !== 'dose' && options.length < 2) report(path, 'must have at least two options');
      if (options.some((option) => (option.timesperday !== undefined) !== (sets === 'timesperday'))) {
        report(
          path,
          'timesperday belongs to each option of the question with sets: timesperday, and to no other',
        );
      }
    });
  },

  medicines({ medicines: { medicines }, setup }, report) {
    reportRepeats(medicines, 'medicines', report);
    const setupOptions = setup.questions.find((question) => question.sets === 'medicine')?.options ?? [];
    for (const option of setupOptions) {
      const count = medicines.filter((medicine) => medicine.setupoption === option.id).length;
      if (count !== 1)
        report('medicines', `setup option ${option.id} must choose one medicine, not ${count}`);
    }
    reportRepeatedIds(
      medicines.flatMap(({ forms }, m) =>
        forms.map(({ id }, f) => ({ id, path: `medicines[${m}].forms[${f}]` })),
      ),
      report,
    );
    const optionIds = new Set(setupOptions.map((option) => option.id));
    const taken = new Set(setup.questions.flatMap(({ options }) => options.map((option) => option.id)));
    const seen = new Set<number>();
    medicines.forEach((medicine, m) => {
      const path = `medicines[${m}]`;
      reportMissing([medicine.setupoption], optionIds, `${path}.setupoption`, 'medicine option', report);
      medicine.doses.forEach(({ id, mg }, d) => {
        const dosePath = `${path}.doses[${d}]`;
        if (taken.has(id) || seen.has(id)) report(`${dosePath}.id`, `option ${id} is used twice`);
        seen.add(id);
        if (mg > medicine.maxPerDay)
          report(
            dosePath,
            `${mg} ${medicine.unit} is more than maxPerDay, ${medicine.maxPerDay} ${medicine.unit}`,
          );
      });
      reportNotFalling(medicine.doses, `${path}.doses`, report);
    });
  },

  schedules({ schedules: { schedules }, medicines: { medicines } }, report) {
    reportRepeats(schedules, 'schedules', report);
    const steps = schedules.flatMap(({ steps }, s) =>
      steps.map((step, t) => ({ ...step, path: `schedules[${s}].steps[${t}]` })),
    );
    reportRepeatedIds(steps, report);
    schedules.forEach((schedule, s) => {
      const { medication, steps } = schedule;
      const path = `schedules[${s}]`;
      const medicine = medicines.find(({ id }) => id === medication);
      if (medicine) checkDoseWords(schedule, medicine, path, report);
      else report(`${path}.medication`, `there is no medicine ${medication}`);
      const max = medicine?.maxPerDay ?? Number.POSITIVE_INFINITY;
      steps.forEach(({ dose, days }, t) => {
        const stepPath = `${path}.steps[${t}]`;
        const last = t === steps.length - 1;
        if (dose > max)
          report(
            `${stepPath}.dose`,
            `${dose} ${medicine?.unit} is more than the medicine's maxPerDay, ${max} ${medicine?.unit}`,
          );
        if (last && (dose !== 0 || days !== 0)) report(stepPath, 'the last step must be dose 0 with days 0');
        if (!last && days === 0) report(`${stepPath}.days`, 'only the last step may have 0 days');
      });
      reportNotFalling(steps, `${path}.steps`, report);
    });
    for (const { id, name } of medicines) {
      for (const kind of ['standard', 'slower']) {
        const count = schedules.filter(
          (schedule) => schedule.medication === id && schedule.kind === kind,
        ).length;
        if (count !== 1) report('schedules', `${name} must have one ${kind} schedule, not ${count}`);
      }
    }
  },

  doses(files, report) {
    const { planned, due, waiting, goBack, goBackFromZero, completed, stoppedEarly, ...others } =
      files.doses.card;
    for (const [name, text] of Object.entries({ planned, due, waiting }))
      reportPlaceholders(text, DOSE_CARD_PLACEHOLDERS, `card.${name}`, report);
    for (const [name, text] of Object.entries({ goBack, goBackFromZero }))
      reportPlaceholders(text, ['dose'], `card.${name}`, report);
    for (const [name, text] of Object.entries(others)) reportPlaceholders(text, [], `card.${name}`, report);
    for (const [name, texts] of Object.entries({ completed, stoppedEarly }))
      texts.forEach((text, index) => {
        reportPlaceholders(text, [], `card.${name}[${index}]`, report);
      });
    checkDoseRows(files, report);
  },

  tracker({ tracker: { symptoms, activities } }, report) {
    const lists = {
      symptoms: symptoms.map(({ category, text }) => `${category}: ${text}`),
      activities: activities.map(({ text }) => text),
    };
    for (const [name, texts] of Object.entries(lists)) {
      texts.forEach((text, index) => {
        if (texts.indexOf(text) !== index) report(`${name}[${index}].text`, `"${text}" is listed twice`);
      });
    }
    if (!symptoms.some(({ selfHarm }) => selfHarm))
      report('symptoms', 'one symptom must have selfHarm: true');
    symptoms.forEach(({ selfHarm, redflag }, index) => {
      if (selfHarm && !redflag)
        report(`symptoms[${index}].redflag`, 'a selfHarm symptom must be a warning sign');
    });
  },

  course({ course: { questions, lookBack }, medicines: { medicines } }, report) {
    for (const [name, text] of Object.entries(lookBack))
      reportPlaceholders(text, LOOK_BACK_PLACEHOLDERS, `lookBack.${name}`, report);
    const medicineIds = new Set(medicines.map(({ id }) => id));
    questions.forEach(({ text, medicines: named = [] }, q) => {
      reportMissing(named, medicineIds, `questions[${q}].medicines`, 'medicine', report);
      reportPlaceholders(text, QUESTION_PLACEHOLDERS, `questions[${q}].text`, report);
    });
  },

  'follow-ups'({ 'follow-ups': { link, window, reminders, months }, product }, report) {
    const { host } = new URL(link);
    if (!product.questionnaire.hosts.includes(host))
      report('link', `its host ${host} is not in questionnaire.hosts of product.yaml`);
    reportPlaceholders(link, FOLLOW_UP_PLACEHOLDERS, 'link', report);
    for (const name of FOLLOW_UP_PLACEHOLDERS)
      if (!link.includes(`{${name}}`)) report('link', `has no {${name}}`);
    reportNotAscending(months, 'months', report);
    reportNotAscending(reminders.days, 'reminders.days', report);
    const last = reminders.days.at(-1) ?? 0;
    if (last > window.after) report('reminders.days', `${last} lies after the window`);
  },

  mail({ mail, product, medicines: { medicines } }, report) {
    const { demonstration, dailyReminder, stepMessages, followUp, calendarEvent, closing, ...messages } =
      mail;
    const texts = Object.assign(
      { closing, 'monthReminder.unsubscribe': messages.monthReminder.unsubscribe },
      ...Object.entries(messages).map(([name, message]) => textsOf(name, message)),
    );
    for (const [path, text] of Object.entries<string>(texts)) {
      reportPlaceholders(text, MAIL_PLACEHOLDERS, path, report);
    }
    const neutral = {
      ...textsOf('followUp', followUp),
      'followUp.sender': followUp.sender,
      calendarEvent,
      ...(dailyReminder && {
        ...textsOf('dailyReminder', dailyReminder),
        ...textsOf('dailyReminder.last', dailyReminder.last),
        'dailyReminder.sender': dailyReminder.sender,
        'dailyReminder.unsubscribe': dailyReminder.unsubscribe,
      }),
      ...(stepMessages && {
        ...textsOf('stepMessages.announced', stepMessages.announced),
        ...textsOf('stepMessages.due', stepMessages.due),
        'stepMessages.sender': stepMessages.sender,
        'stepMessages.unsubscribe': stepMessages.unsubscribe,
      }),
    };
    for (const [path, text] of Object.entries(neutral)) {
      reportPlaceholders(text, ['product'], path, report);
      const word = findDisclosingTerm(text.replaceAll('{product}', product.name), { medicines, product });
      if (word) report(path, `“${word}” tells others what it is about`);
    }
  },
};

function reportPlaceholders(text: string, known: readonly string[], path: string, report: Report): void {
  for (const [placeholder, name = ''] of text.matchAll(/\{([^}]*)\}/g)) {
    if (!known.includes(name))
      report(
        path,
        `${placeholder} is ${known.length > 0 ? `none of ${known.map((each) => `{${each}}`).join(', ')}` : 'not filled in here'}`,
      );
  }
}

function textsOf(name: string, { subject, before, link, after }: MessageContent): Record<string, string> {
  const numbered = (list: 'before' | 'after', paragraphs: string[]) =>
    paragraphs.map((text, index) => [`${name}.${list}[${index}]`, text]);
  return {
    [`${name}.subject`]: subject,
    [`${name}.link`]: link,
    ...Object.fromEntries([...numbered('before', before), ...numbered('after', after)]),
  };
}

function reportRepeats(list: { id: number }[], path: string, report: Report): void {
  reportRepeatedIds(
    list.map(({ id }, index) => ({ id, path: `${path}[${index}]` })),
    report,
  );
}

function reportRepeatedIds(list: { id: number; path: string }[], report: Report): void {
  const seen = new Set<number>();
  for (const { id, path } of list) {
    if (seen.has(id)) report(`${path}.id`, `id ${id} is used twice`);
    seen.add(id);
  }
}

function reportMissing(ids: number[], known: Set<number>, path: string, what: string, report: Report): void {
  for (const id of ids) if (!known.has(id)) report(path, `there is no ${what} ${id}`);
}

function reportNotRising(list: { from: number }[], path: string, report: Report): void {
  list.forEach(({ from }, index) => {
    const before = list[index - 1];
    if (before && from <= before.from) report(`${path}[${index}].from`, `must be more than ${before.from}`);
  });
}

function reportNotAscending(list: number[], path: string, report: Report): void {
  list.forEach((value, index) => {
    const before = list[index - 1];
    if (before !== undefined && value <= before) report(`${path}[${index}]`, `must be more than ${before}`);
  });
}

function reportNotFalling(list: { dose: number }[], path: string, report: Report): void {
  list.forEach(({ dose }, index) => {
    const before = list[index - 1];
    if (before && dose >= before.dose)
      report(`${path}[${index}].dose`, `must be less than ${before.dose} before it`);
  });
}
