import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { WizardActions } from '../components/wizard-actions.tsx';

/** Page 0. The specification does not show its content. */
export function WelcomePage() {
  const { setTitle } = useHost();
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>Let’s make your plan</PageHeading>
      <p>It takes about 20 minutes. You do it together with your doctor or nurse.</p>
      <section className="stack" aria-labelledby="steps-heading">
        <h2 id="steps-heading">What we will do</h2>
        <ol>
          <li>Check your details and answer a few questions about your medicine and your week.</li>
          <li>See the schedule we recommend for reducing your medicine, step by step.</li>
          <li>Choose what you will keep an eye on: activities, sleep, mood, and warning signs.</li>
        </ol>
      </section>
      <section className="stack" aria-labelledby="hand-heading">
        <h2 id="hand-heading">What to have at hand</h2>
        <ul>
          <li>The box of the medicine you take now</li>
          <li>The name, phone number and email of your doctor or nurse</li>
          <li>The name and phone number of a support person, if you want one</li>
        </ul>
      </section>
      <Notice title="Do not change your dose yet">
        <p>This page only makes a plan. You change your medicine when your doctor or nurse agrees.</p>
      </Notice>
      <p className="soft">Your answers are kept as you go. You can stop and come back at any time.</p>
      <WizardActions page={0} />
    </div>
  );
}
