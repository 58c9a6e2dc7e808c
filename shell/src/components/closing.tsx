import { Card } from '@stepwise/shared-contracts/design-system/card';
import { AnchorButton } from '@stepwise/shared-contracts/design-system/link-button';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';

/** Home once the last follow-up is closed. `isReducing`: the plan goes on, and with it the check-ups. */
export function Closing({ isReducing }: { isReducing: boolean }) {
  const texts = useParticipant(({ homeTexts }) => homeTexts?.closing);
  const hasRecords = useParticipant(({ records }) => records.length > 0);
  const thanks = (
    <>
      {texts?.paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className="stack">
        <AnchorButton href="/documents/my-information.pdf" icon="download" variant="quiet" download>
          What is kept about you (PDF)
        </AnchorButton>
        {hasRecords && (
          <AnchorButton href="/documents/my-records.csv" icon="download" variant="quiet" download>
            Your daily records (CSV)
          </AnchorButton>
        )}
      </div>
    </>
  );
  return (
    <Card className="stack" aria-labelledby="closing-heading">
      <h2 id="closing-heading">The trial has ended for you</h2>
      {isReducing ? (
        <>
          <p className="small">{texts?.stillReducing}</p>
          <details>
            <summary>Your information</summary>
            <div className="stack">{thanks}</div>
          </details>
        </>
      ) : (
        thanks
      )}
    </Card>
  );
}
