import { defineModule } from '../../../platform/modules/define-module.ts';
import { Closure } from './closure.entity.ts';

/** Participants of whom the team expects nothing more, with the reason. */
export const closure = defineModule({
  name: 'closure',
  entities: [Closure],
  codes: { closure: ['reason'] },
});
