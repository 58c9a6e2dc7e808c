/**
 * The header of every answer to a session that is logged in: in how many seconds it ends if nothing more is asked. Asking
 * puts that off, but never beyond a session's longest time.
 */
export const SESSION_ENDS_IN = 'session-ends-in';

/**
 * The header of every answer in a browser that its participant keeps logged in: for how many seconds more that lasts if
 * nothing more is asked. `0`, until the next log-in: it was ended because a copy of its token was used. Without the header
 * the browser is not kept logged in.
 */
export const REMEMBERED_FOR = 'kept-for';
