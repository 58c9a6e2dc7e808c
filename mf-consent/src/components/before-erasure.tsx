import { callHref } from '@stepwise/shared-contracts/contacts/contact-links';
import { AnchorButton } from '@stepwise/shared-contracts/design-system/link-button';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';

/** What the participant may want to keep of what is about to go: their plan, and how to reach the doctor. */
export function BeforeErasure() {
  const hasPlan = useParticipant((state) => state.schedule !== null);
  const { name, phone } = useParticipant((state) => state.doctor);
  if (!hasPlan && !phone) return null;
  const tel = callHref(phone);
  const what = [hasPlan && 'Your plan', phone && 'your doctor’s number'].filter(Boolean).join(' and ');
  return (
    <section className="stack" aria-labelledby="before-heading">
      <h2 id="before-heading">Before you go</h2>
      <p>You may need these when we no longer have them. Keep a copy, or print it.</p>
      {phone && (
        <p>
          {name || 'Your doctor or nurse'}: {tel ? <a href={tel}>{phone}</a> : phone}
        </p>
      )}
      <AnchorButton href="/documents/my-information.pdf" download icon="print" variant="quiet">
        {what.charAt(0).toUpperCase() + what.slice(1)} (PDF)
      </AnchorButton>
    </section>
  );
}
