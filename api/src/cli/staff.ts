import { parseArgs } from 'node:util';
import {
  addStaff,
  removeStaff,
  replaceStaffPassword,
  resetStaffSecondFactor,
} from '../domain/team/manage-staff.command.ts';
import { entities } from '../entities.ts';
import { readConfig } from '../platform/config/config.ts';
import { StartError } from '../platform/config/start-error.ts';
import type { EntityManager } from '../platform/database/orm.ts';
import { withDatabase } from '../platform/database/with-database.ts';

const USAGE = `Accounts of the research team:
  npm run staff -- add --name "Robin Reed" --email robin@example.org --role researcher|manager
  npm run staff -- password --email robin@example.org   gives a new password
  npm run staff -- reset-second-factor --email robin@example.org   takes a lost one away
  npm run staff -- remove --email robin@example.org`;

type Options = Record<string, string | undefined>;

const showPassword = (password: string): string =>
  `The password, shown this once: ${password}\nLog in at /admin/log-in.\n`;

const commands: Record<string, (em: EntityManager, options: Options) => Promise<string>> = {
  add: async (em, options) => showPassword(await addStaff(em, options, new Date())),
  password: async (em, { email }) => showPassword(await replaceStaffPassword(em, email, new Date())),
  'reset-second-factor': async (em, { email }) => {
    await resetStaffSecondFactor(em, email, new Date());
    return 'The second factor is gone, and the sessions of the account have ended.\n';
  },
  remove: async (em, { email }) => {
    await removeStaff(em, email, new Date());
    return 'The account is gone, and its sessions have ended.\n';
  },
};

/** `npm run staff`: the accounts of the research team, over the server's database, whether the server runs or not. */
try {
  const { command, options } = readArguments();
  const told = await withDatabase(readConfig(process.env), entities, (orm) =>
    command(orm.em.fork(), options),
  );
  process.stdout.write(told);
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { name: { type: 'string' }, email: { type: 'string' }, role: { type: 'string' } },
    });
    const command = commands[positionals[0] ?? ''];
    if (command && positionals.length === 1) return { command, options: values };
  } catch {
    // An option nobody knows: the usage says which there are.
  }
  throw new StartError(USAGE);
}
