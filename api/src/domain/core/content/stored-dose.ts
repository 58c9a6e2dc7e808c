import type { Medicine } from './content.schema.ts';

/** The dose that the content stores for a dose in milligrams. */
export function storedDose(mg: number, medicine: Medicine): number {
  return medicine.doses.find((offered) => offered.mg === mg)?.dose ?? mg;
}

/** The milligrams behind a stored dose, which the content gives where the two differ. */
export function realMg(dose: number, medicine: Medicine): number {
  return medicine.doses.find((offered) => offered.dose === dose)?.mg ?? dose;
}
