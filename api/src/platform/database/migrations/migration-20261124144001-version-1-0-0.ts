import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Migration } from '@mikro-orm/migrations';

/** The schema of version 1.0.0, from which every later version migrates. */
export class Version100Migration extends Migration {
  override name = 'migration-20261124144001-version-1-0-0';

  override up(): void {
    this.addSql(readFileSync(join(import.meta.dirname, '1.0.0.sql'), 'utf8'));
  }
}
