import { defineModule } from '../../../platform/modules/define-module.ts';
import { Consent, ConsentAnswer, ConsentText, DataConsentReceipt, Withdrawal } from './consent.entities.ts';

/** Consent, given and withdrawn, and the outcome for the data. A withdrawal runs over all modules (`erase-identity.ts`). */
export const consent = defineModule({
  name: 'consent',
  entities: [ConsentText, Consent, ConsentAnswer, DataConsentReceipt, Withdrawal],
  codes: {
    consent_text: 'all',
    consent: ['text_hash'],
    consent_answer: ['answer', 'demand', 'text_hash'],
    data_consent_receipt: ['carried_out_by', 'choice'],
    withdrawal: ['choice'],
  },
});
