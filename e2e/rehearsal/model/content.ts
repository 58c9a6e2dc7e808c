/** What the model reads of the trial's content files. */
export interface TrialContent {
  survey: {
    questions: {
      id: number;
      reason?: string;
      options: {
        id: number;
        excludes?: boolean;
        excludesUnless?: number[];
        predict?: number;
        score?: number;
      }[];
    }[];
    sums: { questions: number[]; bands: { from: number; predict?: number; excludes?: boolean }[] }[];
    groups: { group: string; from: number }[];
  };
  setup: {
    questions: { id: number; sets?: string; options?: { id: number; timesperday?: number }[] }[];
    slowerWhen: number[];
  };
  medicines: {
    id: number;
    /** Of its amounts; mg where it is missing. */
    unit?: string;
    setupoption: number;
    timesperday: number[];
    forms: { id: number; text: string }[];
    doses: { id: number; dose: number; mg?: number }[];
  }[];
  schedules: {
    id: number;
    medication: number;
    kind: string;
    steps: { dose: number; days: number; howToTake?: string }[];
  }[];
  /** How a dose is made up from forms, the first row first. */
  doses: {
    rows: {
      medicine: number;
      dose: number;
      timesperday: number;
      take: { form: number }[][];
      text: string;
    }[];
  };
  safety: { help: { hours: number; dose: string } };
  followUps: {
    window: { before: number; after: number };
    reminders: { days: number[]; hour: number };
    months: number[];
  };
  tracker: {
    symptoms: { text: string; category: string; redflag?: boolean; selfHarm?: boolean }[];
    activities: { text: string }[];
  };
  timeZone: string;
  /** Of the consent form in force, which asks everyone who agreed to another one. */
  consentVersion: string;
}
