import { parseArgs } from 'node:util';
import { STAFF_ROLES } from '../domain/people/staff/staff.entity.ts';
import { StartError } from '../platform/config/start-error.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { staffCommands } from './staff-commands.ts';
import { withOperation } from './with-operation.ts';

const USAGE = `Accounts of the research team:
  npm run staff -- add --name "Robin Reed" --email robin@example.org --role manager
  npm run staff -- roles --email robin@example.org --role manager --role statistician   replaces the roles
  npm run staff -- password --email robin@example.org   gives a new password
  npm run staff -- reset-second-factor --email robin@example.org   takes a lost one away
  npm run staff -- remove --email robin@example.org
Roles: ${STAFF_ROLES.join(', ')}. A member of the team may have several.`;

/** `npm run staff`: the accounts of the research team, over the server's database, whether the server runs or not. */
try {
  const { command, options } = readArguments();
  process.stdout.write(await withOperation((op) => command(op, options)));
} catch (error) {
  process.stderr.write(
    `${error instanceof StartError || error instanceof AppError ? error.message : (error as Error).stack}\n`,
  );
  process.exitCode = 1;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        email: { type: 'string' },
        role: { type: 'string', multiple: true },
      },
    });
    const [, command] = Object.entries(staffCommands).find(([name]) => name === positionals[0]) ?? [];
    if (command && positionals.length === 1) return { command, options: values };
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new StartError(USAGE);
}
