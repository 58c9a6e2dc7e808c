import * as z from 'zod';
import type { Operation } from '../domain/core/operation/operation.ts';
import { randomWords } from '../domain/people/staff/random-words.ts';
import { Staff } from '../domain/people/staff/staff.entity.ts';
import { rolesSchema, rolesText } from '../domain/people/staff/staff-rights.ts';
import {
  addStaff,
  changeRoles,
  removeStaff,
  replacePassword,
  resetSecondFactor,
} from '../domain/people/team/manage-staff.command.ts';
import { StartError } from '../platform/config/start-error.ts';

type Options = { name?: string; email?: string; role?: string[] };

const emailSchema = z.email().max(254).toLowerCase();
const newStaffSchema = z.object({
  name: z.string().trim().min(1).max(150),
  email: emailSchema,
  role: rolesSchema,
});

/** Just under 100 bits. It is stored as its hash only. */
const generatePassword = (): string => randomWords(5);

const showPassword = (password: string): string =>
  `The password, shown this once: ${password}\nLog in at /admin/log-in.\n`;

/** What `npm run staff` does, by the command's name. Each returns what it prints, and throws StartError in plain words. */
export const staffCommands = {
  async add(op: Operation, options: Options): Promise<string> {
    const { data, error } = newStaffSchema.safeParse(options);
    if (error) {
      const wrong = error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join(' ');
      throw new StartError(`Give a name, an e-mail address and at least one role. ${wrong}`);
    }
    const { role: roles, ...details } = data;
    const password = generatePassword();
    if (!(await addStaff(op, { ...details, roles }, password)))
      throw new StartError(`${details.email} has an account already.`);
    return showPassword(password);
  },

  async roles(op: Operation, { email, role }: Options): Promise<string> {
    const { id } = await findStaff(op, email);
    const { data: roles, error } = rolesSchema.safeParse(role);
    if (error) throw new StartError(error.issues.map(({ message }) => message).join(' '));
    await changeRoles(op, id, roles);
    return `${rolesText(roles)}. If that is a change, the account's sessions have ended.\n`;
  },

  async password(op: Operation, { email }: Options): Promise<string> {
    const { id } = await findStaff(op, email);
    const password = generatePassword();
    await replacePassword(op, id, password);
    return showPassword(password);
  },

  async 'reset-second-factor'(op: Operation, { email }: Options): Promise<string> {
    const { id, secondFactorSince } = await findStaff(op, email);
    if (!secondFactorSince) throw new StartError('This account has no second factor.');
    await resetSecondFactor(op, id);
    return 'The second factor is gone, and the sessions of the account have ended.\n';
  },

  async remove(op: Operation, { email }: Options): Promise<string> {
    const { id } = await findStaff(op, email);
    await removeStaff(op, id);
    return 'The account is gone, and its sessions have ended.\n';
  },
};

async function findStaff({ db }: Operation, email: string | undefined): Promise<Staff> {
  const address = emailSchema.safeParse(email);
  const staff = address.success ? await db.findOne(Staff, { email: address.data }) : null;
  if (!staff) throw new StartError('No member of the team has this e-mail address.');
  return staff;
}
