import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import type { TaperFinding } from '@stepwise/shared-contracts/entities/plan';

/** What a clinician would want to see in a plan, by its rows. */
export function FindingsNotice({ findings }: { findings: readonly TaperFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <Notice tone="warning" title="Please check this schedule">
      <ul>
        {findings.map(({ row, code, message }) => (
          <li key={`${row} ${code}`}>
            Row {row + 1}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
