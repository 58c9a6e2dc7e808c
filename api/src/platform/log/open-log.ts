import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

/** Logs to stderr: lines for people on a terminal, otherwise JSON, one object a line. */
export const openLog = (level: string): Logger =>
  pino({ level }, process.stderr.isTTY ? pretty({ destination: 2, sync: true }) : pino.destination(2));
