import { mailHref } from '@stepwise/shared-contracts/contacts/contact-links';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { trialWords } from '@stepwise/shared-contracts/entities/trial-words';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';

/** Keeps a phone number on one line. */
const NO_BREAK = '\u00a0';

export function NotEligible() {
  const { site, setTitle } = useHost();
  const { hours, phone, tel, email } = site.researchTeam;
  const { medicine } = trialWords(site);
  return (
    <>
      <PageHeading onTitle={setTitle}>Now is not the best time</PageHeading>
      <p>
        Thank you for your time. Now is not the best time to continue using the product. You may like to talk
        to your GP about other options relating to your {medicine.many}.
      </p>
      <p>
        <strong>Please do not stop or change your {medicine.name} on your own.</strong> Keep taking it as you
        do now until you have talked with your doctor.
      </p>
      <p>Things change. You are welcome to come back in 2 weeks and do the survey again.</p>
      <p>
        You may also like to join other research. Our research team can tell you what is open: call{' '}
        <a href={tel}>{phone.replaceAll(' ', NO_BREAK)}</a> or write to <a href={mailHref(email)}>{email}</a>{' '}
        ({hours}).
      </p>
    </>
  );
}
