import type { ErrorCode, Issue } from '../calls/errors.ts';

type CallErrorCode = ErrorCode | 'field-errors' | 'unreachable' | 'unreadable';

/**
 * Why a call did not succeed. `unreachable`: no answer came. `unreadable`: the answer has a different shape from the
 * contract's. `field-errors`: log-in or sign-up rejected fields, see `fields`. Otherwise the server's own code.
 */
export class CallError extends Error {
  readonly code: CallErrorCode;
  readonly status: number | null;
  readonly issues: readonly Issue[];
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(
    code: CallErrorCode,
    message: string,
    details: { status?: number; issues?: readonly Issue[]; fields?: Record<string, string[]> } = {},
  ) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.status = details.status ?? null;
    this.issues = details.issues ?? [];
    this.fields = details.fields ?? {};
  }

  /** The shell's client throws and a feature asks: each is built with its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'CallError';
  }

  /** Whether the same call may succeed later, unchanged. */
  get isTransient(): boolean {
    return (
      this.code === 'unreachable' ||
      this.code === 'too-many-requests' ||
      (this.status !== null && this.status >= 500)
    );
  }
}
