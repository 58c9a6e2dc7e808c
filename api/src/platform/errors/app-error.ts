import { ERROR_STATUS, type ErrorCode, type Issue } from '@stepwise/shared-contracts/calls/errors';

/** A rejection with a stable code. Its message is plain and names nothing personal. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];

  constructor(code: ErrorCode, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.issues = issues;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  /** What the answer's headers say of it. */
  get headers(): Record<string, string> {
    return {};
  }
}

export class TooManyRequests extends AppError {
  readonly #seconds: number;

  /** `seconds` is how long to wait. */
  constructor(seconds: number) {
    const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
    super(
      'too-many-requests',
      `There were too many tries. Please wait ${count === 1 ? `a ${unit}` : `${count} ${unit}s`}.`,
    );
    this.#seconds = seconds;
  }

  override get headers(): Record<string, string> {
    return { 'retry-after': String(this.#seconds) };
  }
}

export class MethodNotAllowed extends AppError {
  readonly #allowed: string;

  /** `allowed` are the methods that the address takes. */
  constructor(allowed: readonly string[]) {
    super('method-not-allowed', 'This address does not take requests of this method.');
    this.#allowed = [...new Set(allowed)].join(', ');
  }

  override get headers(): Record<string, string> {
    return { allow: this.#allowed };
  }
}

export const notLoggedIn = () => new AppError('not-logged-in', 'Please log in.');
export const notFound = () => new AppError('not-found', 'There is nothing here by that name.');
export const notAllowed = (message: string) => new AppError('not-allowed', message);
export const notYet = (message: string) => new AppError('not-yet', message);

/** Names each question that has no answer by its id. */
export const unanswered = (questions: readonly number[]) =>
  new AppError(
    'unprocessable',
    'Some questions have no answer yet.',
    questions.map((id) => ({ path: ['questions', id], message: 'This question has no answer yet.' })),
  );

/** Rejected fields of log-in and sign-up, named as specification section 5 does; `__all__` is about the whole form. */
export class FieldErrors extends Error {
  readonly fields: Record<string, string[]>;
  readonly status: number;

  constructor(fields: Record<string, string[]>, status = 400) {
    super('Some fields were rejected.');
    this.name = 'FieldErrors';
    this.fields = fields;
    this.status = status;
  }
}
