import { browserTimeZone, formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { AnchorButton, LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import type { ConsentReceipt } from '@stepwise/shared-contracts/entities/consent';
import { stepPath } from '../consent-steps.ts';

interface AlreadyAgreedProps {
  receipt: ConsentReceipt | null;
  /** The form in force differs from the form agreed to. */
  isOtherText: boolean;
  /** The participant themselves looks at it. */
  mayStop: boolean;
}

/** Says when the participant agreed, and to fetch the copy of the very text they agreed to. */
export function AlreadyAgreed({ receipt, isOtherText, mayStop }: AlreadyAgreedProps) {
  const day = receipt && formatDate(localDate(new Date(receipt.agreedAt), browserTimeZone()));
  return (
    <Notice title={day ? `You agreed to take part on ${day}.` : 'You agreed to take part.'}>
      {isOtherText && <p>The form has changed since then. Your copy has the text you agreed to.</p>}
      <AnchorButton href="/documents/my-consent.pdf" download icon="download" variant="link">
        Download your copy (PDF)
      </AnchorButton>
      {mayStop && (
        <LinkButton to={stepPath('stop')} variant="link">
          Stop taking part, in part or wholly
        </LinkButton>
      )}
    </Notice>
  );
}
