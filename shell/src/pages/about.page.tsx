import { privacyStatement } from '@stepwise/shared-contracts/calls/content.calls';
import { useArticle } from '@stepwise/shared-contracts/client/use-article';
import { ArticleSections } from '@stepwise/shared-contracts/design-system/article-sections';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useSession } from '../services/shell-services.ts';

const inWords = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** The privacy statement, with the day it last changed. */
export function AboutPage() {
  const { setTitle } = useHost();
  const isLoggedIn = useSession((state) => state.isLoggedIn);
  const { article: statement, failed, retry } = useArticle(privacyStatement);

  return (
    <div className="page column" aria-busy={!statement && !failed}>
      <PageHeading onTitle={setTitle}>Privacy Statement</PageHeading>
      {statement && (
        <>
          <p className="soft">
            Last substantive change:{' '}
            <time dateTime={statement.changed}>{inWords.format(Date.parse(statement.changed))}</time>
          </p>
          <ArticleSections sections={statement.sections} />
        </>
      )}
      {isLoggedIn && (statement || failed) && (
        <section className="stack">
          <h2>Who has seen my data</h2>
          <p>
            Every time somebody looks at your data or changes them, it is written down.{' '}
            <a href="/account/access">See who did, and when</a>
          </p>
        </section>
      )}
      {failed && (
        <Notice tone="warning" title="The privacy statement could not be loaded" announced>
          <Button onClick={retry}>Try again</Button>
        </Notice>
      )}
    </div>
  );
}
