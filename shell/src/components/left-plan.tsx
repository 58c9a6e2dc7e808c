import { browserTimeZone, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { reportInForce } from '@stepwise/shared-contracts/plan/dose-reports';

/** Home for who left the plan and stays in the follow-up: the dose to stay on, and whom to ask. */
export function LeftPlan() {
  const { site, now } = useHost();
  const reports = useParticipant(({ doseReports }) => doseReports);
  const schedules = useParticipant((state) => state.schedules);
  const notice = useParticipant(({ stopNotice }) => stopNotice);
  const { phone, tel, hours } = site.researchTeam;
  const report = reports && reportInForce(reports, localDate(now(), browserTimeZone()));
  const dose =
    report &&
    report.kind !== 'assumed' &&
    report.dose > 0 &&
    doseText(report.dose, report.schedule, schedules);
  return (
    <Card className="stack" aria-labelledby="left-heading">
      <h2 id="left-heading">You have left the plan</h2>
      {notice && report?.dose !== 0 && <p>{notice}</p>}
      {dose && <p>The last dose you told us is {dose} a day.</p>}
      <p>We ask you here for the follow-up questionnaires, and write to you when one is ready.</p>
      <p>
        To go on with the plan, or if you feel worse, call your doctor or nurse, or the research team on{' '}
        <a href={tel}>{phone}</a> ({hours}).
      </p>
    </Card>
  );
}
