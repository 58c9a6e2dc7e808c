import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { CallList } from '../check-up/call-list.tsx';
import { useCareCalls } from '../check-up/warning-help.tsx';

/** Whom to call about a dose: the doctor or nurse, the line to talk and the research team. */
export function CareCalls() {
  const { phone, tel, hours } = useHost().site.researchTeam;
  const team = { href: tel, text: `Call ${phone}`, about: `Research team, ${hours}` };
  return <CallList calls={[...useCareCalls(), team]} />;
}
