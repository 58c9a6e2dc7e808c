import * as z from 'zod/mini';

/** The doctor or nurse who supports the participant: a contact, not an account. Empty strings until given. */
export const doctorSchema = z.object({ name: z.string(), phone: z.string(), email: z.string() });
export type Doctor = z.infer<typeof doctorSchema>;

export const supportPersonSchema = z.object({ name: z.string(), phone: z.string() });
export type SupportPerson = z.infer<typeof supportPersonSchema>;
