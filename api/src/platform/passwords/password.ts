import { hash, verify } from '@node-rs/argon2';
import { estimateStrength } from './estimate-strength.ts';

/** How many characters a password has at least. */
export const MIN_PASSWORD_LENGTH = { participant: 8, staff: 12 } as const;
const MAX_LENGTH = 256;
/** A known word with digits, signs and fewer letters than this is that word. */
const MIN_OWN_LETTERS = 4;

/** argon2id with the memory and passes that OWASP's password storage guidance asks for at least. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Devices write an accented letter as one character or as two; the hash is that of the one (NFC). */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), ARGON2ID);

/** A hash that no password has, so that an unknown account takes as long to reject as a wrong password. */
let decoy: Promise<string> | undefined;

export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  // Earlier releases hashed a password as a device wrote it.
  const spellings = new Set([password.normalize('NFC'), password, password.normalize('NFD')]);
  for (const spelling of spellings)
    if (await verify(passwordHash ?? (await decoy), spelling)) return passwordHash != null;
  return false;
}

/**
 * What is wrong with a new password, in words for the person, or null. At least 8 characters, 12 for the research team,
 * no rules of composition, and none that is easily guessed (NIST SP 800-63B). `known` are words that stand close to the
 * person.
 */
export async function findPasswordError(
  password: string,
  known: string[],
  account: keyof typeof MIN_PASSWORD_LENGTH = 'participant',
): Promise<string | null> {
  const shortest = MIN_PASSWORD_LENGTH[account];
  if (password.length < shortest) return `This password is too short. Use at least ${shortest} characters.`;
  if (password.length > MAX_LENGTH) return `This password is too long. Use at most ${MAX_LENGTH} characters.`;
  return isKnownWord(password, known) || (await estimateStrength(password, known.filter(Boolean))) < 2
    ? 'This password is too easy to guess. Try three or four words that do not belong together.'
    : null;
}

/** Whether little but digits and signs is left of a password without the known words in it. Shorter words are in others. */
function isKnownWord(password: string, known: readonly string[]): boolean {
  const typed = password.toLowerCase();
  const words = known.filter(({ length }) => length >= MIN_OWN_LETTERS).map((word) => word.toLowerCase());
  const left = words
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), typed);
  return left !== typed && left.replaceAll(/\P{L}/gu, '').length < MIN_OWN_LETTERS;
}
