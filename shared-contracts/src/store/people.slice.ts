import type { Doctor, SupportPerson } from '../entities/people.ts';
import type { Slice } from './slice.ts';

/** The participant's helpers. */
export interface PeopleSlice {
  doctor: Doctor;
  support: SupportPerson;
  setDoctor(doctor: Doctor): void;
  setSupport(support: SupportPerson): void;
}

export const createPeopleSlice: Slice<PeopleSlice> = (set) => ({
  doctor: { name: '', phone: '', email: '' },
  support: { name: '', phone: '' },
  setDoctor: (doctor) => set({ doctor }),
  setSupport: (support) => set({ support }),
});
