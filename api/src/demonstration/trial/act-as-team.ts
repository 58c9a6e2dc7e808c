import { randomUUID } from 'node:crypto';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { isAskedFor } from '@stepwise/shared-contracts/stage/follow-ups';
import { DoseQuestion } from '../../domain/care/plan/dose-question.entity.ts';
import { closeDoseQuestion } from '../../domain/care/plan/dose-questions.command.ts';
import { setStepDay } from '../../domain/care/plan/set-step-day.command.ts';
import { resolveWarningSign } from '../../domain/care/warning-signs/resolve-warning-sign.command.ts';
import { WarningSign } from '../../domain/care/warning-signs/warning-sign.entities.ts';
import { EXCLUSION_REASONS } from '../../domain/core/content/content.schema.ts';
import { respondToDataQuery } from '../../domain/data/data-queries/data-query.commands.ts';
import { DataQuery, DataQueryEntry } from '../../domain/data/data-queries/data-query.entities.ts';
import {
  recordAdverseEvent,
  signAdverseEvent,
} from '../../domain/trial/adverse-events/adverse-event.commands.ts';
import { adverseEventSchema } from '../../domain/trial/adverse-events/adverse-event.schema.ts';
import { addContactAttempt } from '../../domain/trial/follow-ups/add-contact-attempt.command.ts';
import { findFollowUpsNearWindow } from '../../domain/trial/follow-ups/find-follow-ups.ts';
import { countExclusion } from '../../domain/trial/survey/count-exclusion.command.ts';
import type { Person } from './act-as-person.ts';
import type { Random } from './simulated-person.ts';
import type { Simulation } from './simulation.ts';

/** Days on which the last work of the team is left undone, so that its pages show what waits. */
const LEFT_UNDONE_DAYS = 2;
/** Serious events of the last days wait for their report to the ethics committee. */
const ETHICS_UNDONE_DAYS = 60;

/** A day's work of the team, at the end of it. */
export async function actAsTeam(
  simulation: Simulation,
  people: readonly Person[],
  { day, at, isLast, random }: { day: string; at: Date; isLast: (days: number) => boolean; random: Random },
): Promise<void> {
  const { researcher, manager } = simulation.staff;
  const operation = () => simulation.operation(at, `staff:${researcher}`);
  // Visitors whom the survey ruled out are only counted.
  if (random() < 0.5)
    await countExclusion(
      operation(),
      undefined,
      EXCLUSION_REASONS[Math.floor(random() * EXCLUSION_REASONS.length)] ?? 'other',
    );
  for (const { id, script, hasLeft } of people)
    if (id && !hasLeft && script.eventOn === day)
      await recordEvent(simulation, id, at, {
        isSerious: script.isSerious,
        isReportedToEthics: script.isSerious && !isLast(ETHICS_UNDONE_DAYS),
      });
  if (isLast(LEFT_UNDONE_DAYS)) return;

  const { db } = operation();
  for (const sign of await db.find(WarningSign, { closedAt: null }))
    await resolveWarningSign(operation(), sign.id, {
      ...{ staffId: researcher, newestAt: sign.newestAt },
      ...(sign.selfHarm
        ? { action: 'reached-participant', note: 'Called. Safe, and sees their doctor tomorrow.' }
        : { action: 'no-contact-needed', note: 'Looked at the days before.' }),
    });
  for (const { id, participant } of await db.find(DoseQuestion, { closedAt: null }))
    if (random() < 0.5) await closeDoseQuestion(operation(), participant, id, researcher);
  for (const dataQuery of await db.find(DataQuery, { state: ['open', 'answered'] })) {
    if (random() < 0.8) continue;
    const lastEntry = await db.findOneOrFail(
      DataQueryEntry,
      { query: dataQuery.id },
      { orderBy: { id: 'desc' } },
    );
    await respondToDataQuery(simulation.operation(at, `staff:${manager}`), dataQuery.id, {
      ...{ staffId: manager, lastEntry: lastEntry.id },
      ...(dataQuery.state === 'open'
        ? { kind: 'answered', text: 'Asked by phone: it is meant so.' }
        : { kind: 'closed', text: 'Answered.' }),
    });
  }
  for (const { id, hasLeft, waitsSince } of people)
    if (id && !hasLeft && waitsSince === addDays(day, -3))
      await setStepDay(operation(), id, addDays(day, 14));
  for (const { participant, months, state, dueOn } of await findFollowUpsNearWindow(operation()))
    if (isAskedFor({ state }) && dueOn < addDays(day, -14) && random() < 0.1)
      await addContactAttempt(operation(), participant, {
        ...{ id: randomUUID(), months, channel: 'phone', note: '', staff: researcher },
        outcome: random() < 0.5 ? 'message-left' : 'will-do-it',
      }).catch(() => {});
}

async function recordEvent(
  simulation: Simulation,
  participant: string,
  at: Date,
  { isSerious, isReportedToEthics }: { isSerious: boolean; isReportedToEthics: boolean },
): Promise<void> {
  const { safety } = simulation.content;
  const { researcher, investigator } = simulation.staff;
  const op = simulation.operation(at, `staff:${researcher}`);
  const onset = addDays(op.today, -2);
  const criterion = safety.criteria.find(({ fatal }) => !fatal);
  const outcome = safety.outcomes.find(({ fatal, goesOn }) => !fatal && !goesOn);
  const details = adverseEventSchema(simulation.content, at, { isBlinded: false }).parse({
    ...{ description: isSerious ? 'In hospital overnight after a fall.' : 'Dizzy for some days.' },
    ...{ source: safety.sources.at(1)?.id, onset, ended: addDays(onset, 1) },
    ...{
      awareAt: `${addDays(op.today, -1)}T09:00`,
      reportedAt: isSerious ? `${addDays(op.today, -1)}T15:00` : '',
      ethicsReportedAt: isReportedToEthics ? `${addDays(op.today, -1)}T16:00` : '',
    },
    ...{ serious: isSerious ? 'yes' : 'no', criteria: isSerious && criterion ? [criterion.id] : [] },
    ...{ severity: safety.severities.at(isSerious ? -1 : 0)?.id, relatedness: safety.relatedness.at(2)?.id },
    ...{ expectedness: safety.expectedness[0]?.id, action: safety.actions[0]?.id, outcome: outcome?.id },
  });
  const id = randomUUID();
  await recordAdverseEvent(op, participant, { id, staffId: researcher, warningSign: null, details });
  await signAdverseEvent(simulation.operation(at, `staff:${investigator.id}`), id, {
    signing: {
      ...{ staff: investigator.id, name: investigator.name, proof: 'password' },
      meaning: 'I have reviewed this adverse event as it is described here, and I agree with its assessment.',
    },
    version: 1,
  });
}
