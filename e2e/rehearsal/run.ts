import { resolve } from 'node:path';
import type { Finding } from './watch.ts';

export const CHECKOUT = resolve(import.meta.dirname, '../..');
export const DAYS_OF_MONTH = 30;
/** Days over which they join, at most. */
const JOIN_DAYS = 90;

export const joinDaysOf = (days: number): number => Math.min(Math.ceil(days / 4), JOIN_DAYS);

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

export const lineOf = ({ at, kind, text }: Finding): string => `${at} ${kind}: ${text}`;
