import { defineModule } from '../../../platform/modules/define-module.ts';
import { DataQuery, DataQueryEntry } from './data-query.entities.ts';

/** Questions about recorded data, asked by the team or by a rule of the content. */
export const dataQueries = defineModule({
  name: 'data-queries',
  entities: [DataQuery, DataQueryEntry],
  personal: {
    data_query_entry: {
      owner: { through: ['query_id', 'data_query'] },
      writtenBy: 'staff_id',
      erase: { text: 'blank' },
    },
  },
  codes: { data_query: ['about', 'rule', 'state'], data_query_entry: ['kind'] },
});
