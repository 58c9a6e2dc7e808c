import {
  addActivity,
  addSymptom,
  deleteActivity,
  deleteSymptom,
  saveSymptom,
} from '@stepwise/shared-contracts/calls/tracker.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { Activity, Category, Symptom } from '@stepwise/shared-contracts/entities/tracker';
import type { HostServices } from '@stepwise/shared-contracts/federation/host-services';
import { reread } from '../reread.ts';

/**
 * Changes of the tracker's lists: shown at once, sent, and right again after a refusal. A new item has a negative id
 * until the server gives it one.
 */
type Host = Pick<HostServices, 'outbox' | 'store' | 'refresh'>;
type Lists = { activities: Activity; symptoms: Symptom };

export const isUnsaved = ({ id }: { id: number }): boolean => id < 0;

let lastTemporaryId = 0;
const newTemporaryId = (): number => {
  lastTemporaryId -= 1;
  return lastTemporaryId;
};

function change<L extends keyof Lists>(
  { store }: Host,
  list: L,
  to: (items: readonly Lists[L][]) => Lists[L][],
): void {
  store.setState({ [list]: to(store.getState()[list] as Lists[L][]) });
}

const without = <T extends { id: number }>(items: readonly T[], id: number): T[] =>
  items.filter((item) => item.id !== id);

/** The saved item in place of its draft, and once even where a reload of the list has already brought it. */
function settle<T extends { id: number }>(items: readonly T[], draftId: number, saved: T): T[] {
  const others = without(items, saved.id);
  return others.some(({ id }) => id === draftId)
    ? others.map((item) => (item.id === draftId ? saved : item))
    : [...others, saved];
}

/** The item back before those that followed it. */
function putBack<T extends { id: number }>(items: readonly T[], item: T, before: readonly T[]): T[] {
  const following = new Set(before.slice(before.indexOf(item) + 1).map(({ id }) => id));
  const at = items.findIndex(({ id }) => following.has(id));
  return at < 0 ? [...items, item] : [...items.slice(0, at), item, ...items.slice(at)];
}

/** Waits for the answer; on a refusal takes the change back, then asks the server what is right. */
async function orUndo<T>(host: Host, answer: Promise<T>, undo: () => void): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    undo();
    await reread(host);
    return null;
  }
}

async function add<L extends keyof Lists>(
  host: Host,
  list: L,
  draft: Lists[L],
  send: () => Promise<Lists[L]>,
): Promise<void> {
  change(host, list, (items) => [...items, draft]);
  const saved = await orUndo(host, send(), () => change(host, list, (items) => without(items, draft.id)));
  if (saved) change(host, list, (items) => settle(items, draft.id, saved));
}

async function remove<L extends keyof Lists>(
  host: Host,
  list: L,
  item: Lists[L],
  send: () => Promise<unknown>,
): Promise<void> {
  const before = host.store.getState()[list] as Lists[L][];
  const takeOff = () => change(host, list, (items) => without(items, item.id));
  takeOff();
  const done = await orUndo(host, send(), () =>
    change(host, list, (items) => putBack(without(items, item.id), item, before)),
  );
  // A reload of the list meanwhile may have brought it back.
  if (done) takeOff();
}

export const addToActivities = (host: Host, text: string): Promise<void> =>
  add(host, 'activities', { id: newTemporaryId(), text }, async () => {
    const { body } = await host.outbox.send(addActivity, { activity: { text } });
    return { id: body.id, text };
  });

export const addToSymptoms = (host: Host, symptom: { text: string; category: Category }): Promise<void> =>
  add(host, 'symptoms', { ...symptom, id: newTemporaryId(), redflag: false, selfHarm: false }, async () => {
    const { body } = await host.outbox.send(addSymptom, { symptom });
    return body;
  });

export const removeActivity = (host: Host, activity: Activity): Promise<void> =>
  remove(host, 'activities', activity, () => host.outbox.send(deleteActivity, { id: activity.id }));

export const removeSymptom = (host: Host, symptom: Symptom): Promise<void> =>
  remove(host, 'symptoms', symptom, () => host.outbox.send(deleteSymptom, { id: symptom.id }));

/** The flag last set of each symptom whose save has no answer yet. */
const wantedFlags = new Map<number, boolean>();

/** Turns the warning flag of a symptom on or off. */
export async function toggleFlag(
  host: Host,
  { id, text, category, redflag: before }: Symptom,
): Promise<void> {
  const redflag = !before;
  const show = (flag: boolean) =>
    change(host, 'symptoms', (symptoms) =>
      symptoms.map((each) => (each.id === id ? { ...each, redflag: flag } : each)),
    );
  show(redflag);
  wantedFlags.set(id, redflag);
  const symptom = { id, text, category, redflag };
  const done = await orUndo(host, host.outbox.send(saveSymptom, { symptom }), () => show(before));
  if (wantedFlags.get(id) !== redflag) return;
  wantedFlags.delete(id);
  // A reload of the list meanwhile may have brought the old flag back.
  if (done) show(redflag);
}
