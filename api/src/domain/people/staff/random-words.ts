import { randomInt } from 'node:crypto';

/** Without letters and digits that are taken for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP_LENGTH = 4;

/** Random signs, 19.8 bits a group, in groups that can be read out. */
export function randomWords(groups: number): string {
  const sign = () => ALPHABET[randomInt(ALPHABET.length)];
  return Array.from({ length: groups }, () => Array.from({ length: GROUP_LENGTH }, sign).join('')).join('-');
}
