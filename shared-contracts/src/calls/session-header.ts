/**
 * The header of every answer to a session that is logged in: in how many seconds it ends if nothing more is asked. Asking
 * puts that off, but never beyond a session's longest time.
 */
export const SESSION_ENDS_IN = 'session-ends-in';
