import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { Navigate, useSearchParams } from '@stepwise/shared-contracts/router';
import { useState } from 'react';
import { addFieldOf, LIST_NAMES, type ListName } from '../lists/list-names.ts';
import { usePlanRejection, usePlanState } from '../schedule/use-plan.ts';
import { useSetup } from '../setup/setup-answers.ts';
import { hrefOf, openRoute, readRoute, SCHEDULE_PAGE } from '../wizard-route.ts';
import { DetailsPage } from './details.page.tsx';
import { DoctorPage } from './doctor.page.tsx';
import { FinishedPage } from './finished.page.tsx';
import { ActivitiesPage, SymptomsPage } from './lists.page.tsx';
import { QuestionsPage } from './questions.page.tsx';
import { SchedulePage } from './schedule.page.tsx';
import { SummaryPage } from './summary.page.tsx';
import { WelcomePage } from './welcome.page.tsx';

/** /plan: the setup wizard and, once there is a schedule, the final summary. The address names the page. */
export function PlanPage() {
  const [search] = useSearchParams();
  const schedule = useParticipant((state) => state.schedule);
  const setup = useSetup();
  const state = usePlanState();
  const mayChange = usePlanRejection('setupSaveOption') === null;
  const { outbox } = useHost();
  const [answersChanged, setAnswersChanged] = useState(false);
  const [openLists, setOpenLists] = useState<ReadonlySet<ListName>>(
    // Whoever was adding to a list goes on.
    () => new Set(LIST_NAMES.filter((name) => outbox.state.getState().typed?.[addFieldOf(name)])),
  );

  if (!state) return null;
  if (state === 'not-offered') return <Navigate to="/" replace />;
  const requested = readRoute(search);
  const route = openRoute(requested, { schedule, setup, answersChanged, mayChange });
  const page = () => {
    switch (route) {
      case 'summary':
        return <SummaryPage openLists={openLists} onOpenLists={setOpenLists} />;
      case 'doctor':
        return <DoctorPage />;
      case 0:
        return <WelcomePage />;
      case 1:
        return <DetailsPage />;
      case SCHEDULE_PAGE:
        return <SchedulePage />;
      case 7:
        return <ActivitiesPage />;
      case 8:
      case 9:
      case 10:
        return <SymptomsPage key={route} page={route} />;
      case 11:
        return <FinishedPage />;
      default:
        return <QuestionsPage key={route} page={route} onAnswersChanged={setAnswersChanged} />;
    }
  };
  return (
    <>
      {/* The page stands at once; only its address is put right. */}
      {route !== requested && <Navigate to={hrefOf(route)} replace />}
      {page()}
    </>
  );
}
