import type { BodyOf } from '@stepwise/shared-contracts/calls/call';
import type { Issue } from '@stepwise/shared-contracts/calls/errors';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';

export type UserDraft = BodyOf<typeof saveUser>;
export type UserField = keyof UserDraft;
export type UserProblems = Partial<Record<UserField, string>>;

const fieldOf = (path: readonly PropertyKey[]) => path[0] as UserField;

/** What keeps the details from being saved, by field; empty when nothing does. Judged by the call's own schema. */
export function findUserProblems(draft: UserDraft): UserProblems {
  const result = saveUser.body.safeParse(draft);
  if (result.success) return {};
  return Object.fromEntries(
    result.error.issues.map(({ path, code }) => {
      const field = fieldOf(path);
      if (code === 'too_big') return [field, 'This is too long'];
      return [
        field,
        field === 'email' ? 'Enter an email address like name@example.org' : 'Enter your first name',
      ];
    }),
  );
}

/** What the server found, by field. */
export const problemsOf = (issues: readonly Issue[]): UserProblems =>
  Object.fromEntries(issues.map(({ path, message }) => [fieldOf(path), message]));
