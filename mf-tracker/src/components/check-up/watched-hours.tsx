import { useHost } from '@stepwise/shared-contracts/federation/host-services';

/** Says that a record is no call for help: the team reads it in its hours only. */
export function WatchedHours() {
  const { hours } = useHost().site.researchTeam;
  return (
    <p className="soft small">
      The research team reads what you record in its hours: {hours}. Outside them nobody can, so please call
      if you need someone.
    </p>
  );
}
