import { setTimeout as wait } from 'node:timers/promises';
import { loadContent } from '../../domain/core/content/load-content.ts';
import { entities } from '../../modules.ts';
import type { Config } from '../../platform/config/config.ts';
import { withDatabase } from '../../platform/database/with-database.ts';
import { buildParticipant } from '../build-participant.ts';
import { createSavingParticipant, type Saved, type SavingParticipant } from './saving-participant.ts';
import type { Tally } from './tally.ts';

const PAUSE_MS = 20;
/** The list of a participant holds no more with what was taken off it. */
const MAX_SAVES_OF_ONE = 900;
const ANSWER_TIMEOUT_MS = 45_000;

/** Makes the given number of participants on the timeline and logs them in. */
export async function createSavingParticipants(
  config: Config,
  participantCount: number,
  to: { origin: () => string; tally: () => Tally },
): Promise<SavingParticipant[]> {
  const content = loadContent(config.contentDir);
  const participants = await withDatabase(config, entities, async (orm) => {
    const built: { id: string; email: string }[] = [];
    for (let count = 0; count < participantCount; count++) {
      const { id, email } = await buildParticipant(orm, content, new Date(), {});
      built.push({ id, email: email ?? '' });
    }
    return built;
  });
  const savers = participants.map((participant) => createSavingParticipant(participant, to));
  for (const saver of savers) await saver.begin();
  return savers;
}

/** All participants save again and again while `fault` runs, until everything is answered. Gives what they saved. */
export async function saveDuring(
  savers: readonly SavingParticipant[],
  fault: () => Promise<void>,
): Promise<Saved[]> {
  const before = savers.map(({ saves }) => saves.length);
  let isOver = false;
  const saving = savers.map(async (saver) => {
    while (!isOver && saver.saves.length < MAX_SAVES_OF_ONE) {
      await saver.save();
      await wait(PAUSE_MS);
    }
  });
  try {
    await fault();
  } finally {
    isOver = true;
  }
  const late = wait(ANSWER_TIMEOUT_MS, 'late', { ref: false });
  if ((await Promise.race([Promise.all(saving), late])) === 'late')
    throw new Error('Saves had no answer long after the fault was over.');
  return savers.flatMap(({ saves }, index) => saves.slice(before[index]));
}
