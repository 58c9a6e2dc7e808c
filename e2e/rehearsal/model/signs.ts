import { type CheckUp, recordsOf } from './records.ts';

export interface SignTruth {
  localDate: string;
  date: string;
  selfHarm: boolean;
}

/** The days with a warning sign: each own day and UTC date with a check-up, replaced or not, that has one. */
export function signsOf(checkUps: readonly CheckUp[], isSelfHarm: (text: string) => boolean): SignTruth[] {
  const signs = new Map<string, SignTruth>();
  for (const { date, localDate, symptoms } of recordsOf(checkUps).versions) {
    const flagged = symptoms.filter(({ redflag }) => redflag);
    if (flagged.length === 0) continue;
    const known = signs.get(`${date} ${localDate}`);
    const selfHarm = flagged.some(({ text }) => isSelfHarm(text)) || (known?.selfHarm ?? false);
    signs.set(`${date} ${localDate}`, { date, localDate, selfHarm });
  }
  return [...signs.values()].sort((a, b) => (a.localDate + a.date < b.localDate + b.date ? -1 : 1));
}
