/** What a person's system asks of a page. Text at 200 % is a style that every engine takes. */
export const SCHEMES = ['light', 'dark', 'forced colours', 'reduced motion'] as const;
export type Scheme = (typeof SCHEMES)[number];

export type Key = 'Tab' | 'Enter' | 'Space' | 'ArrowLeft';

/** A browser with one page, driven as a hand would: by places on the screen and by keys. */
export interface Driver {
  open(url: string): Promise<void>;
  /** The value of an expression in the page, as JSON; a promise is awaited. */
  evaluate<T>(expression: string): Promise<T>;
  click(x: number, y: number): Promise<void>;
  key(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Another scheme from here on; any of them. Missing where the engine takes its scheme only at its start. */
  emulate?(scheme: Scheme): Promise<void>;
  /** The page as a PDF. Missing where the engine's driver cannot print. */
  print?(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  /** Those in which it has to be started to show them. */
  startsIn: readonly Scheme[];
  /** What is not tried in it, and why. */
  leftOut: readonly string[];
  /** `hour`: what the clock shows there, 0 to 23. The hour of Melbourne if not given. */
  launch(scheme: Scheme, hour?: number): Promise<Driver>;
}

/** A time zone of this moment in which it is that hour. For browsers whose clock cannot be set. */
export function zoneOfHour(hour: number, now = new Date()): string {
  const east = ((hour - now.getUTCHours() + 36) % 24) - 12;
  // The sign is that of POSIX.
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}
