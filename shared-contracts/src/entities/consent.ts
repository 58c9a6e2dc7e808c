import * as z from 'zod/mini';

/** What happens to the information of someone who does not take part. */
export const DATA_CONSENTS = ['agree', 'delete', 'anonymous'] as const;
export const dataConsentSchema = z.enum(DATA_CONSENTS);
export type DataConsent = z.infer<typeof dataConsentSchema>;

/** What a new version of the form asks of someone who agreed to an earlier one. */
export const reconsentSchema = z.object({
  demand: z.enum(['required', 'inform']),
  version: z.string(),
  hash: z.string(),
  /** What changed, in words. */
  changed: z.array(z.string()),
  /** No check-up is recorded until a required consent is given. */
  stopsRecording: z.boolean(),
});
export type Reconsent = z.infer<typeof reconsentSchema>;

/** The consent a participant gave: which text (version and hash) and when. */
export const consentReceiptSchema = z.object({
  version: z.string(),
  hash: z.string(),
  agreedAt: z.iso.datetime(),
});
export type ConsentReceipt = z.infer<typeof consentReceiptSchema>;
