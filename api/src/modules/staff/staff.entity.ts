import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { v7 as timeOrderedId } from 'uuid';

export const STAFF_ROLES = ['researcher', 'manager'] as const;

/** A member of the research team; staff-rights.ts says what each role may do. */
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
    passwordHash: p.string().length(255),
    role: p.enum([...STAFF_ROLES]),
    createdAt: p.datetime(3),
  },
});
export type Staff = InferEntity<typeof Staff>;
