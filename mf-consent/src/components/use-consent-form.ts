import { consentForm } from '@stepwise/shared-contracts/calls/content.calls';
import type { Article } from '@stepwise/shared-contracts/entities/site-content';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useEffect, useState } from 'react';

/** The consent form in force. `article` is null until it is there; `failed` tells that it did not come. */
export function useConsentForm(): { article: Article | null; failed: boolean; retry: () => void } {
  const { client } = useHost();
  const [article, setArticle] = useState<Article | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    client.send(consentForm, undefined).then(
      ({ body }) => isCurrent && setArticle(body),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, attempt]);

  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return { article, failed, retry };
}
