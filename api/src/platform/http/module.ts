import { defineModule } from '../modules/define-module.ts';

/** How often a network, an account or a person may do what is limited; the clean-up removes what has run out. */
export const rateLimitRows = defineModule({
  name: 'rate-limits',
  tables: ['rate_limit'],
  personal: { rate_limit: { erase: { key: 'expires' } } },
});
