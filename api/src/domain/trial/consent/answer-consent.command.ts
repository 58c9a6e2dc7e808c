import type { ParsedBodyOf } from '@stepwise/shared-contracts/calls/call';
import type { answerConsent as answerConsentCall } from '@stepwise/shared-contracts/calls/consent.calls';
import { notAllowed, notYet } from '../../../platform/errors/app-error.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { ConsentAnswer } from './consent.entities.ts';
import { findConsentDemand } from './consent-demand.ts';
import { saveConsentText } from './give-consent.command.ts';

/**
 * Keeps what a participant answered to a new version of the consent form, with that text. Throws not-yet where nothing is
 * asked, and not-allowed for the answer to another text or one that the form does not take.
 */
export async function answerConsent(
  op: Operation,
  participant: Participant,
  { hash, answer }: ParsedBodyOf<typeof answerConsentCall>,
): Promise<void> {
  const demand = await findConsentDemand(op, participant, op.now);
  if (!demand) throw notYet('No new version of the consent form waits for an answer.');
  if (demand.hash !== hash) throw notAllowed('The consent form has changed. Please read it again.');
  if ((answer === 'informed') !== (demand.demand === 'inform'))
    throw notAllowed('This form does not take that answer.');
  await addConsentAnswer(op, participant.id, demand.demand, answer);
}

async function addConsentAnswer(
  op: Operation,
  participant: string,
  demand: ConsentAnswer['demand'],
  answer: ConsentAnswer['answer'],
): Promise<void> {
  const { hash, version } = await saveConsentText(op.db, op.content);
  op.db.create(ConsentAnswer, { participant, text: hash, demand, answer, answeredAt: op.now });
  await op.audit('consent.answered', participant, { after: { version, hash, answer } });
}
