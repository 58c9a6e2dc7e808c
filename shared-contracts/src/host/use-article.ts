import { useEffect, useState } from 'react';
import type { consentForm, privacyStatement } from '../calls/content.calls.ts';
import type { Article } from '../entities/site-content.ts';
import { useHost } from './host-services.tsx';

/**
 * A text of the trial: from the document where that holds it, else asked for as the page opens. `article` is null until
 * it is there; `failed` when it did not come.
 */
export function useArticle(call: typeof consentForm | typeof privacyStatement): {
  article: Article | null;
  failed: boolean;
  retry: () => void;
} {
  const { client, answers } = useHost();
  const given = answers?.[call.path]?.body as Article | undefined;
  const [article, setArticle] = useState(given ?? null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (given) return;
    let isCurrent = true;
    client.send(call, undefined).then(
      ({ body }) => isCurrent && setArticle(body),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, call, given, attempt]);

  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return { article, failed, retry };
}
