import { Navigate } from '@stepwise/shared-contracts/router';
import { targetOf } from '../survey/survey-route.ts';
import { useSurvey, useSurveyRoute } from '../survey/use-survey.ts';
import { ComeBackLaterPage } from './come-back-later.page.tsx';
import { LifeEventPage } from './life-event.page.tsx';
import { NextStepsPage } from './next-steps.page.tsx';
import { QuestionPage } from './question.page.tsx';
import { ResultPage } from './result.page.tsx';
import { SurveyMissingPage } from './survey-missing.page.tsx';
import { WelcomePage } from './welcome.page.tsx';

/** The eligibility survey from the welcome to the result; the address says which page of it is shown. */
export function SurveyPage() {
  const { questions } = useSurvey();
  const { route, redirect } = useSurveyRoute();
  if (route.at === 'welcome') return <WelcomePage />;
  if (route.at === 'next-steps') return <NextStepsPage />;
  if (questions.length === 0) return <SurveyMissingPage />;
  if (redirect) return <Navigate replace {...targetOf(redirect)} />;
  switch (route.at) {
    case 'question':
      return <QuestionPage key={route.index} {...route} />;
    case 'life-event':
      return <LifeEventPage editing={route.editing ?? false} />;
    case 'come-back-later':
      return <ComeBackLaterPage />;
    case 'result':
      return <ResultPage />;
  }
}
