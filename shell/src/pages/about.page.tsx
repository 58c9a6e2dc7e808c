import { privacyStatement } from '@stepwise/shared-contracts/calls/content.calls';
import type { Article } from '@stepwise/shared-contracts/entities/site-content';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { ArticleSections } from '@stepwise/shared-contracts/look/article-sections';
import { Button } from '@stepwise/shared-contracts/look/button';
import { Notice } from '@stepwise/shared-contracts/look/notice';
import { PageHeading } from '@stepwise/shared-contracts/look/page-heading';
import { useCallback, useEffect, useState } from 'react';

const inWords = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** The privacy statement, with the day it last changed. */
export function AboutPage() {
  const { client, setTitle } = useHost();
  const [statement, setStatement] = useState<Article | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      setStatement((await client.send(privacyStatement, undefined)).body);
    } catch {
      setFailed(true);
    }
  }, [client]);
  useEffect(() => void load(), [load]);

  return (
    <div className="page">
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
      {failed && (
        <Notice tone="warning" title="The privacy statement could not be loaded" announced>
          <Button onClick={load}>Try again</Button>
        </Notice>
      )}
    </div>
  );
}
