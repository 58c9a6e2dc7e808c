import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useCallback } from 'react';

/** Focuses whom to call while help is on, else the heading that says what was saved. */
export function useFocusAfterSaving() {
  const { focusHelp } = useHost();
  return useCallback(
    (heading: HTMLHeadingElement | null) => {
      if (heading && !focusHelp?.()) heading.focus();
    },
    [focusHelp],
  );
}
