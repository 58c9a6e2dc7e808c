import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import type { User } from '@stepwise/shared-contracts/entities/user';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { isIneligible, isOnTimeline } from '@stepwise/shared-contracts/store/selectors';
import { FollowUpCard } from '../components/follow-up-card.tsx';
import { HelpCard } from '../components/help-card.tsx';
import { LeftPlan } from '../components/left-plan.tsx';
import { OnboardingSteps } from '../components/onboarding-steps.tsx';
import { ReconsentCard } from '../components/reconsent-card.tsx';
import { FeatureSlot } from '../federation/feature-boundary.tsx';

/** A participant's start: the steps to the plan, then the timeline, or thanks when taking part is not advised now. */
export function HomePage() {
  const { setTitle } = useHost();
  const user = useParticipant((state) => state.user);
  const isActing = useParticipant((state) => state.adminActing);
  const onTimeline = useParticipant(isOnTimeline);
  if (!user) return null;
  if (isIneligible(user)) {
    return <NotNow mayReturn={isActing && (user.surveydone || user.actingdone)} />;
  }
  return (
    <div className={onTimeline ? 'page' : 'page column'}>
      <PageHeading title="Home" onTitle={setTitle} focusKey={user.homestep}>
        Hello, {user.firstName}
      </PageHeading>
      {!onTimeline && <HelpCard />}
      <ReconsentCard />
      <FollowUpCard />
      <HomeContent user={user} onTimeline={onTimeline} />
    </div>
  );
}

function HomeContent({ user, onTimeline }: { user: User; onTimeline: boolean }) {
  if (onTimeline) return <FeatureSlot slot="home-timeline" />;
  return user.leftplan && user.consentAgree ? <LeftPlan /> : <OnboardingSteps user={user} />;
}

/** `mayReturn`: the survey was done, and a staff member who acts can do it again later. */
function NotNow({ mayReturn }: { mayReturn: boolean }) {
  const { setTitle, site } = useHost();
  return (
    <div className="page column">
      <PageHeading title="Home" onTitle={setTitle}>
        Thank you for your time
      </PageHeading>
      <p>
        Now is not the best time to continue using {site.productName}. You may like to talk to your GP about
        other options relating to your antidepressants.
      </p>
      {mayReturn && <p>Return in 2 weeks</p>}
    </div>
  );
}
