import type {} from '../../../platform/database/query.ts';
import { defineModule } from '../../../platform/modules/define-module.ts';
import { Allocation, AllocationCounter } from './allocation.entities.ts';
import { sendAllocationNotice } from './send-allocation-notice.job.ts';

declare module '../../../platform/database/query.ts' {
  interface Tables {
    allocation_seed: { fingerprint: string };
  }
}

/** Which arm each participant is in, by permuted blocks from a seed. */
export const randomisation = defineModule({
  name: 'randomisation',
  entities: [AllocationCounter, Allocation],
  tables: ['allocation_seed'],
  // An allocation keeps its place when its participant is deleted.
  codes: {
    allocation_counter: ['stratum'],
    allocation: ['arm', 'stratum'],
    allocation_seed: ['fingerprint'],
  },
  jobs: { 'send-allocation-notice': sendAllocationNotice },
});
