import { consentForm } from '@stepwise/shared-contracts/calls/content.calls';
import { useArticle } from '@stepwise/shared-contracts/client/use-article';
import { ArticleSections } from '@stepwise/shared-contracts/design-system/article-sections';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { AnchorButton } from '@stepwise/shared-contracts/design-system/link-button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { compareForms } from '../compare-forms.ts';
import { AgreeOrNot } from './agree-or-not.tsx';
import { AlreadyAgreed } from './already-agreed.tsx';
import { ChangedPassages } from './changed-passages.tsx';
import { useAgreedForm } from './use-agreed-form.ts';
import { VisitorNextSteps } from './visitor-next-steps.tsx';

const TITLE = 'Consent to participate';

/** The consent form, to read, to keep as PDF, and to agree to or not. */
export function ConsentForm() {
  const { setTitle } = useHost();
  const { article, failed, retry } = useArticle(consentForm);
  const user = useParticipant((state) => state.user);
  const receipt = useParticipant((state) => state.consent);
  const adminActing = useParticipant((state) => state.adminActing);

  const isOtherText = Boolean(user?.consentAgree && receipt && article && receipt.hash !== article.hash);
  const agreed = useAgreedForm(isOtherText);
  const changes = article && agreed ? compareForms(agreed, article) : [];

  if (!article) {
    return (
      <div className="page column" aria-busy={!failed}>
        <PageHeading onTitle={setTitle}>{TITLE}</PageHeading>
        <Status text={failed ? '' : 'Loading the consent form…'} />
        {failed && (
          <Notice tone="warning" title="The consent form could not be loaded." announced>
            <Button onClick={retry}>Try again</Button>
          </Notice>
        )}
      </div>
    );
  }

  return (
    <div className="page column">
      <PageHeading title={TITLE} onTitle={setTitle}>
        {article.title}
      </PageHeading>
      {user?.consentAgree && (
        <AlreadyAgreed receipt={receipt} isOtherText={isOtherText} mayStop={!adminActing} />
      )}
      <div className="screen-only">
        <AnchorButton href="/documents/consent-form.pdf" download icon="download" variant="link">
          Download this form (PDF)
        </AnchorButton>
      </div>
      {changes.length > 0 && <ChangedPassages sections={changes} />}
      <ArticleSections sections={article.sections} changed={changes.flatMap(({ added }) => added)} />
      <p className="small soft">Version: {article.version}</p>
      {!user && <VisitorNextSteps />}
      {user && adminActing && (
        <Notice>
          <p>
            You are acting for somebody else. Only the participant can agree or choose what happens to their
            information.
          </p>
        </Notice>
      )}
      {user && !adminActing && <AgreeOrNot user={user} canAgree={!user.consentAgree || isOtherText} />}
    </div>
  );
}
