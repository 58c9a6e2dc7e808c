import { defineModule } from '../../../platform/modules/define-module.ts';
import { sendMissedWarningNotices, sendWarningNotice } from './send-warning-notice.job.ts';
import { WarningOwner } from './warning-owner.entity.ts';

/** What the team does about warning signs. */
export const warningSigns = defineModule({
  name: 'warning-signs',
  entities: [WarningOwner],
  jobs: { 'send-warning-notice': sendWarningNotice },
  missedNotices: [sendMissedWarningNotices],
});
