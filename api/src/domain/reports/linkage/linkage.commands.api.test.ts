import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { buildStaff } from '../../../testing/staff-browser.ts';
import { hashSigned } from '../../people/signatures/signatures.ts';
import { hashData } from '../locking/hash-data.ts';
import { releaseLinkage, startLinkage } from './linkage.commands.ts';
import { makeLinkageFile } from './linkage-file.ts';

const api = await createTestApi();

test('the start and the release of the linkage are signed with the lock, the file and each reason', async () => {
  const lock = randomUUID();
  const lockHash = await hashData(api.orm.em.fork(), null, api.clock.now());
  await api.query(
    `insert into data_lock (id, locked_by, locked_at, hash, hash_format) values ($1, gen_random_uuid(), $2, $3, 2)`,
    [lock, api.clock.now(), lockHash],
  );
  const signed = async (reason: string) => {
    const { id: staff, name } = await buildStaff(api);
    return { reason, signing: { staff, name, proof: 'password', meaning: 'I sign it.' } as const };
  };
  await startLinkage(api.operation(), await signed('The last visit was in February.'));
  const [{ id }] = await api.query('select id from linkage');
  await releaseLinkage(api.operation(), id, await signed('The lock is checked.'));
  const { sha256 } = await makeLinkageFile(api.orm.em.fork());
  expect(await api.query('select kind, target, hash from signature order by kind desc')).toEqual([
    {
      ...{ kind: 'linkage-start', target: id },
      hash: hashSigned({ lock, reason: 'The last visit was in February.' }),
    },
    {
      ...{ kind: 'linkage', target: id },
      hash: hashSigned({ lock, lockHash, sha256, reason: 'The lock is checked.' }),
    },
  ]);
});
