import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rehearsal } from '../../context.ts';
import { dayIn } from '../../model/local-time.ts';

const MONTH_7 = 210;
const AMENDED_VERSION = 'second';

/** Month 7, or as far into a shorter rehearsal. */
export const amendsOn = (days: number): number => Math.min(MONTH_7, Math.floor(days * 0.6));

/** Makes a new version of the consent form, which asks everyone to consent again once the server starts with it. */
export function amendConsent({ content, contentDir, stack, watch }: Rehearsal): void {
  const file = join(contentDir, 'consent.yaml');
  const text = readFileSync(file, 'utf8');
  const today = dayIn(stack.now(), content.timeZone);
  const amended = text
    .replace(/^version: .+$/m, `version: ${AMENDED_VERSION}`)
    .replace(/^changed: .+$/m, `changed: ${today}`)
    .concat(
      '\nreconsent:\n  demand: required\n  recording: goes-on\n',
      `  from: ${today}\n  changed:\n    - We ask one more question.\n`,
    );
  writeFileSync(file, amended);
  content.consentVersion = AMENDED_VERSION;
  watch.count('consent forms amended');
}
