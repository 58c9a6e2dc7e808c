import { useHost } from '@stepwise/shared-contracts/federation/host-services';

/** Says that a record is no call for help: the team reads it in its hours alone. */
export function WatchedHours() {
  const { hours } = useHost().site.researchTeam;
  return (
    <p className="soft small">Nobody watches what you record outside the research team’s hours: {hours}.</p>
  );
}
