import { expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { findPasswordError, hashPassword, isPassword } from './password.ts';

test('a password is stored as argon2id with a salt of its own', async () => {
  const [one, two] = [await hashPassword('four calm steps down'), await hashPassword('four calm steps down')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await isPassword(one, 'four calm steps down')).toBe(true);
  expect(await isPassword(one, 'four calm steps dowN')).toBe(false);
});

test('a password is right however a device writes its accents, also one that was hashed as it came', async () => {
  const [composed, decomposed] = ['Blåbärssoppa'.normalize('NFC'), 'Blåbärssoppa'.normalize('NFD')];
  expect(composed).not.toBe(decomposed);
  const asItCame = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  for (const stored of [await hashPassword(decomposed), await asItCame(composed), await asItCame(decomposed)])
    for (const given of [composed, decomposed]) expect(await isPassword(stored, given)).toBe(true);
  expect(await isPassword(await hashPassword(composed), 'Blabarssoppa')).toBe(false);
});

test('without an account no password is right', async () => {
  for (const none of [null, undefined]) expect(await isPassword(none, '')).toBe(false);
});

test.each([
  ['', /too short/],
  ['seven77', /too short/],
  ['x'.repeat(257), /too long/],
  ['password', /too easy/],
  ['12345678', /too easy/],
  ['qwertyuiop', /too easy/],
  ['aaaaaaaaaaaa', /too easy/],
  // A word and a number.
  ['lantern22', /too easy/],
  ['ada@example.org', /too easy/],
  ['quartermain', /too easy/],
  ['Quartermain 31-07 xyz', /too easy/],
])('%j is rejected', async (password, fault) => {
  expect(await findPasswordError(password, ['ada@example.org', 'Ada', 'Quartermain'])).toMatch(fault);
});

test.each(['seven quiet lanterns', 'Blåbärssoppa på fjället', 'k7#vQ9!zRw', 'x9x9x9x9x9 lantern kite otter'])(
  '%j is accepted, whatever it is composed of',
  async (password) => {
    expect(await findPasswordError(password, ['ada@example.org', '', ''])).toBeNull();
  },
);

test('the research team needs twelve characters', async () => {
  expect(await findPasswordError('kz4-wq9-mt7', [], 'staff')).toMatch(/at least 12/);
  expect(await findPasswordError('kz4-wq9-mt7s', [], 'staff')).toBeNull();
});
