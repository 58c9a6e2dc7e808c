import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { DoseQuestion } from '../../domain/care/plan/dose-question.entity.ts';
import { html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { participantPath } from '../page/navigation.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

/** Why a participant asks, in the words of their button. */
export const DOSE_QUESTIONS: Record<DoseQuestion['reason'], string> = {
  'too-hard': 'This step is too hard',
  talk: 'I need to talk to someone',
};

/** The participant's questions about a dose that wait for the team. */
export const doseQuestionsSection: ParticipantSection = async ({ request, participant }) => {
  const { op, session } = request;
  const questions = await op.db.find(
    DoseQuestion,
    { participant: participant.id, closedAt: null },
    { orderBy: { askedAt: 'asc' } },
  );
  if (questions.length === 0) return null;
  return stack(
    'dose-questions',
    'Questions about the dose',
    html`${questions.map(
      ({ id, reason, day }) => html`<section class="card pages-turn">
<p><strong>${DOSE_QUESTIONS[reason]}</strong>, asked on ${formatDate(day)}. The dose stays as it was reported.</p>
<form method="post" action="${participantPath(participant.id)}/dose-questions">
${tokenField(session.csrfToken)}
<input type="hidden" name="question" value="${id}">
<button class="button" data-variant="quiet">We have talked about it</button>
</form>
</section>`,
    )}`,
  );
};
