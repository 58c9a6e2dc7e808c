import { consentAgreedTo } from '@stepwise/shared-contracts/calls/consent.calls';
import type { Article } from '@stepwise/shared-contracts/entities/site-content';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useEffect, useState } from 'react';

/** The form that the participant agreed to, asked for where it `isOther` than the one in force; null until it is there. */
export function useAgreedForm(isOther: boolean): Article | null {
  const { client } = useHost();
  const [form, setForm] = useState<Article | null>(null);
  useEffect(() => {
    if (!isOther) return;
    let isCurrent = true;
    client.send(consentAgreedTo, undefined).then(
      ({ body }) => isCurrent && setForm(body),
      // The whole form and the copy of the one before are there to read.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [client, isOther]);
  return isOther ? form : null;
}
