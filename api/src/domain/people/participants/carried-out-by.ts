/** Who carried out a choice: the participant, or a manager whom they asked. */
export const CARRIED_OUT_BY = ['participant', 'team'] as const;
export type CarriedOutBy = (typeof CARRIED_OUT_BY)[number];
