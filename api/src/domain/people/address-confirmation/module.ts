import { defineModule } from '../../../platform/modules/define-module.ts';
import { AddressConfirmation } from './address-confirmation.entity.ts';
import { sendAddressConfirmation } from './send-address-confirmation.job.ts';

/** The link by which a participant shows that an address is theirs. */
export const addressConfirmation = defineModule({
  name: 'address-confirmation',
  entities: [AddressConfirmation],
  personal: {
    address_confirmation: {
      owner: { participant: 'participant_id' },
      erase: { email: 'row', token_hash: 'row' },
    },
  },
  jobs: { 'send-address-confirmation': sendAddressConfirmation },
});
