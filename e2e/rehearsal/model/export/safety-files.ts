import { signsOf } from '../signs.ts';
import { type Exported, exportFile } from './export-file.ts';

const HOUR_MS = 3_600_000;

/** In the order in which they were raised, which is that of their last time of waiting. */
const signsIn = ({ facts }: Exported) =>
  signsOf(facts.checkUps, facts.resolvedSigns).sort((a, b) => a.raisedAt - b.raisedAt);

/** What was done about each sign, numbered. */
const actionsIn = (of: Exported) =>
  signsIn(of).flatMap((sign, index) =>
    of.facts.signActions
      .filter(({ date, localDate }) => date === sign.date && localDate === sign.localDate)
      .map((done, number) => ({ ...done, sign, index: index + 1, number: number + 1 })),
  );

/** Warning signs, what the team did about them, and adverse events. */
export const SAFETY_FILES = {
  warning_signs: exportFile(signsIn, {
    study_day: ({ localDate }, { study }) => study(localDate),
    self_harm: ({ selfHarm }) => selfHarm,
    // In hours: the export has days with two decimals.
    days_until_closed: ({ raisedAt, closedAt }) =>
      closedAt === null ? null : Math.round((closedAt - raisedAt) / HOUR_MS),
  }),
  warning_sign_actions: exportFile(actionsIn, {
    action_number: ({ number }) => number,
    action: ({ action }) => action,
    days_since_raised: ({ at, sign }) => Math.round((at - sign.raisedAt) / HOUR_MS),
  }),
  adverse_events: exportFile(({ facts }) => facts.adverseEvents, {
    event: (_event, _of, number) => number,
    onset_day: ({ onset }, { study }) => study(onset),
    ended_day: () => null,
    aware_day: ({ awareOn }, { study }) => study(awareOn),
    reported_day: () => null,
    ethics_day: () => null,
    serious: () => false,
    criteria: () => '',
    severity: ({ severity }) => severity,
    relatedness: ({ relatedness }) => relatedness,
    expectedness: ({ expectedness }) => expectedness,
    outcome: ({ outcome }) => outcome,
    action: ({ action }) => action,
    term: () => '',
    term_code: () => '',
    from_warning_sign: () => true,
    signed_off: () => false,
    versions: () => 1,
  }),
};
