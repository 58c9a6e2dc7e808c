import { defineModule } from '../../../platform/modules/define-module.ts';
import { BaselineRow } from './baseline.entity.ts';

/** What everyone who consented takes, asked before randomisation. */
export const baseline = defineModule({ name: 'baseline', entities: [BaselineRow] });
