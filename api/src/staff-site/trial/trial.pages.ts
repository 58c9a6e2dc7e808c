import { TRIAL } from '../page/navigation.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { showGroup } from './group.page.ts';
import { showTrial } from './trial.page.ts';

export function trialPages(admin: StaffRouter): void {
  admin.get(TRIAL, 'see-trial', showTrial);
  admin.get(`${TRIAL}/:group`, 'see-trial', showGroup);
}
