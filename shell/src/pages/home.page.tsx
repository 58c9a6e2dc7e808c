import { browserTimeZone, formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { trialWords } from '@stepwise/shared-contracts/entities/trial-words';
import type { User } from '@stepwise/shared-contracts/entities/user';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useLocation } from '@stepwise/shared-contracts/router';
import { filledPart, type HomePart, homeParts } from '@stepwise/shared-contracts/stage/home-parts';
import type { TrialStage } from '@stepwise/shared-contracts/stage/trial-stage';
import { useTrialStage } from '@stepwise/shared-contracts/stage/use-trial-stage';
import { isIneligible } from '@stepwise/shared-contracts/store/selectors';
import { useState } from 'react';
import { Closing } from '../components/closing.tsx';
import { FollowUpCard } from '../components/follow-up-card.tsx';
import { HelpCard } from '../components/help-card.tsx';
import { LeftPlan } from '../components/left-plan.tsx';
import { LeftTrial } from '../components/left-trial.tsx';
import { NextFollowUp } from '../components/next-follow-up.tsx';
import { OnboardingSteps } from '../components/onboarding-steps.tsx';
import { ReconsentCard } from '../components/reconsent-card.tsx';
import { FeatureSlot } from '../federation/feature-boundary.tsx';

/** A participant's start: what their stage of the trial shows, the most urgent first. */
export function HomePage() {
  const { setTitle, now } = useHost();
  const user = useParticipant((state) => state.user);
  const isActing = useParticipant((state) => state.adminActing);
  const hasTimeline = useParticipant(({ records }) => records.length > 0);
  const stage = useTrialStage(localDate(now(), browserTimeZone()));
  const { search } = useLocation();
  const [thanks, setThanks] = useState<string | null>(null);
  if (!user || !stage) return null;
  if (isIneligible(user)) {
    return <NotNow mayReturn={isActing && (user.surveydone || user.actingdone)} />;
  }
  const parts = homeParts(stage, hasTimeline);
  const isOnTimeline = parts.includes('timeline');
  // A section of Home has the page to itself.
  const hasSection = isOnTimeline && search !== '';
  return (
    <div className={isOnTimeline ? 'page' : 'page column'} data-section={hasSection || undefined}>
      <div className={hasSection ? 'visually-hidden' : undefined}>
        <PageHeading title="Home" onTitle={setTitle} focusKey={user.homestep}>
          {stage.stage === 'trial-over' ? 'Thank you' : 'Hello'}, {user.firstName}
        </PageHeading>
      </div>
      {!isOnTimeline && <HelpCard />}
      {thanks && !hasSection && (
        <Notice title="Thank you" announced>
          <p>{thanks}</p>
        </Notice>
      )}
      {(hasSection ? (['tracker'] as const) : blocksOf(parts)).map((block) => (
        <HomeBlock key={block} {...{ block, user, stage }} onThanks={setThanks} />
      ))}
    </div>
  );
}

/** What the shell shows of Home: its own parts, and the tracker's as one. */
type Block = Exclude<HomePart, TrackerPart> | 'tracker';
type TrackerPart = 'help' | 'step' | 'check-up' | 'yesterday' | 'dose' | 'timeline' | 'info';
const TRACKER_PARTS: readonly HomePart[] = [
  'help',
  'step',
  'check-up',
  'yesterday',
  'dose',
  'timeline',
  'info',
] satisfies TrackerPart[];

/** In the order of the parts; the tracker's stand where its first one does. */
const blocksOf = (parts: readonly HomePart[]): Block[] => {
  const isOfTracker = (part: HomePart): part is TrackerPart => TRACKER_PARTS.includes(part);
  const blocks = parts.map((part): Block => (isOfTracker(part) ? 'tracker' : part));
  // Help without a timeline: the shell's line has the numbers.
  const hasTracker = parts.includes('timeline');
  return [...new Set(blocks)].filter((block) => block !== 'tracker' || hasTracker);
};

interface HomeBlockProps {
  block: Block;
  user: User;
  stage: TrialStage;
  /** What was just done is thanked for. */
  onThanks(text: string): void;
}

function HomeBlock({ block, user, stage, onThanks }: HomeBlockProps) {
  const isFilled = filledPart(stage) === block;
  switch (block) {
    case 'tracker':
      return <FeatureSlot slot="home-timeline" />;
    case 'reconsent':
      return <ReconsentCard isFilled={isFilled} />;
    case 'follow-up':
      return (
        <FollowUpCard
          isFilled={isFilled}
          onReported={(next) =>
            onThanks(
              `Your questionnaire is reported as done. ${next ? `The next one opens on ${formatDate(next)}.` : 'It was the last one.'}`,
            )
          }
        />
      );
    case 'left-plan':
      return <LeftPlan />;
    case 'left-trial':
      return <LeftTrial />;
    case 'closing':
      return <Closing isReducing={stage.stage !== 'trial-over'} />;
    case 'next-follow-up':
      return <NextFollowUp user={user} />;
    case 'onboarding':
      return <OnboardingSteps user={user} />;
  }
}

/** `mayReturn`: the survey was done, and a staff member who acts can do it again later. */
function NotNow({ mayReturn }: { mayReturn: boolean }) {
  const { setTitle, site } = useHost();
  return (
    <div className="page column">
      <PageHeading title="Home" onTitle={setTitle}>
        Thank you for your time
      </PageHeading>
      <HelpCard />
      <p>
        Now is not the best time to continue using {site.productName}. You may like to talk to your GP about
        other options relating to your {trialWords(site).medicine.many}.
      </p>
      {mayReturn && <p>Return in 2 weeks</p>}
    </div>
  );
}
