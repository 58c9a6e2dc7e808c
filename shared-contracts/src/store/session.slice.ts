import type { AllData } from '../entities/all-data.ts';
import type { User } from '../entities/user.ts';
import type { Slice } from './slice.ts';

/** Who is here. `user` is null for a visitor. */
export interface SessionSlice {
  user: User | null;
  adminActing: boolean;
  consent: AllData['consent'];
  setUser(user: User): void;
  updateUser(changes: Partial<User>): void;
}

export const createSessionSlice: Slice<SessionSlice> = (set) => ({
  user: null,
  adminActing: false,
  consent: null,
  setUser: (user) => set({ user }),
  updateUser: (changes) => set(({ user }) => ({ user: user && { ...user, ...changes } })),
});
