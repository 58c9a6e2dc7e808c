import { defineModule } from '../../../platform/modules/define-module.ts';
import { sendMissedWarningNotices, sendWarningNotice } from './send-warning-notice.job.ts';
import { WarningOwner } from './warning-owner.entity.ts';
import { WarningSign, WarningStep } from './warning-sign.entities.ts';

/** Warning signs of check-ups, and what the team does about them. */
export const warningSigns = defineModule({
  name: 'warning-signs',
  entities: [WarningSign, WarningStep, WarningOwner],
  personal: {
    warning_sign: { owner: { participant: 'participant_id' }, erase: {} },
    warning_step: { owner: { through: ['sign_id', 'warning_sign'] }, erase: { note: 'null' } },
  },
  codes: { warning_step: ['action'] },
  jobs: { 'send-warning-notice': sendWarningNotice },
  missedNotices: [sendMissedWarningNotices],
});
