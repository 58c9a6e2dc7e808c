import { defineModule } from '../../../platform/modules/define-module.ts';
import { sendAccountNotice } from './send-account-notice.job.ts';

/** What the owner of an account is told of a change to it. */
export const accountNotices = defineModule({
  name: 'account-notices',
  jobs: { 'send-account-notice': sendAccountNotice },
});
