import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { v7 as timeOrderedId } from 'uuid';

export const STAFF_ROLES = [
  'researcher',
  'manager',
  'investigator',
  'monitor',
  'statistician',
  'allocator',
  'blinded-researcher',
  'blinded-statistician',
  'safety-board',
] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** A member of the research team; staff-rights.ts says what each role may do, and which exclude one another. */
export const Staff = defineEntity({
  name: 'Staff',
  tableName: 'staff',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => timeOrderedId()),
    name: p.string().length(150),
    email: p.string().length(254).unique(),
    /** Null until they have chosen a password by the link that was sent to them. */
    passwordHash: p.string().length(255).nullable(),
    /** In the order of STAFF_ROLES. */
    roles: p.enum([...STAFF_ROLES]).array(),
    /** What the version before reads and writes; the database keeps it and `roles` alike. */
    role: p.enum(['researcher', 'manager']).nullable(),
    createdAt: p.datetime(3),
    lastLogInAt: p.datetime(3).nullable(),
    secondFactorSince: p.datetime(3).nullable(),
    /** Encrypted by encrypt-secret.ts. */
    secondFactorSecret: p.string().length(255).nullable(),
    /** The time step of the last code that was taken: neither it nor an earlier one is taken again. */
    secondFactorStep: p.integer().nullable(),
  },
});
export type Staff = InferEntity<typeof Staff>;

/** The words that stand close to a member of staff; their password must not be made of them. */
export const knownOf = ({ email, name }: Staff): string[] => [email, ...name.split(/\s+/)];

/** A code for one log-in without the authenticator app, as its SHA-256. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    codeHash: p.string().length(64).primary(),
    staff: () => p.manyToOne(Staff).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
  },
});
