import * as z from 'zod';
import { VALUE_KINDS, type ValueKind } from '../../domain/trial/corrections/correction.entities.ts';

/** Which value of a participant, as forms and addresses name it. */
export const valueNameSchema = z.object({
  kind: z.enum(Object.keys(VALUE_KINDS) as ValueKind[]),
  target: z.string().max(40),
  field: z.string().max(40),
});
