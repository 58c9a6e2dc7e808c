import { defineModule } from '../../../platform/modules/define-module.ts';
import { RecoveryCode, Staff } from './staff.entity.ts';

/** The members of the research team, their roles and second factors. */
export const staff = defineModule({
  name: 'staff',
  entities: [Staff, RecoveryCode],
  personal: {
    staff: {
      erase: { name: 'team', email: 'team', password_hash: 'team', second_factor_secret: 'team' },
    },
    recovery_code: { erase: { code_hash: 'team' } },
  },
  codes: { staff: ['role', 'roles'] },
});
