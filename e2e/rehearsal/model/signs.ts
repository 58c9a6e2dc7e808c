import { type CheckUp, recordsOf } from './records.ts';

/** The team dealt with the warning signs of a day (ms since 1970). */
export interface ResolvedSign {
  date: string;
  localDate: string;
  at: number;
}

export interface SignTruth {
  localDate: string;
  date: string;
  selfHarm: boolean;
  /** Since when it waits, or waited last. */
  raisedAt: number;
  /** Null while it waits. */
  closedAt: number | null;
  /** How often the team's address is notified of it. */
  notices: number;
}

/** The team is told again of a day that waits when it weighs more than what they were told of. */
const weightOf = ({ selfHarm }: Pick<SignTruth, 'selfHarm'>): number => (selfHarm ? 2 : 1);

/**
 * The days with a warning sign: each own day and UTC date with a check-up, replaced or not, that has one. A day that was
 * dealt with waits again once a newer one comes. The team is notified of a first sign, of a first one about self-harm, and
 * of a day that waits again.
 */
export function signsOf(checkUps: readonly CheckUp[], resolvedSigns: readonly ResolvedSign[]): SignTruth[] {
  const signs = new Map<string, SignTruth>();
  const close = (until: number): void => {
    for (const { date, localDate, at } of resolvedSigns) {
      const sign = signs.get(`${date} ${localDate}`);
      if (sign?.closedAt === null && at >= sign.raisedAt && at < until) sign.closedAt = at;
    }
  };
  const flagged = recordsOf(checkUps).versions.filter(({ symptoms }) =>
    symptoms.some(({ redflag }) => redflag),
  );
  for (const { date, localDate, symptoms, arrivedAt } of flagged) {
    close(arrivedAt);
    const selfHarm = symptoms.some((symptom) => symptom.redflag && symptom.selfHarm);
    const known = signs.get(`${date} ${localDate}`);
    const told = known?.closedAt === null ? weightOf(known) : 0;
    signs.set(`${date} ${localDate}`, {
      date,
      localDate,
      selfHarm: selfHarm || (known?.selfHarm ?? false),
      raisedAt: known && known.closedAt === null ? known.raisedAt : arrivedAt,
      closedAt: null,
      notices: (known?.notices ?? 0) + (weightOf({ selfHarm }) > told ? 1 : 0),
    });
  }
  close(Number.POSITIVE_INFINITY);
  return [...signs.values()].sort((a, b) => (a.localDate + a.date < b.localDate + b.date ? -1 : 1));
}
