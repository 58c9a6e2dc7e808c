/**
 * Makes the browser drop the pages that it could show again by its Back button. Not its storage, where changes that
 * another participant of this device made offline wait, and not its cookies, which would be those of sibling hosts as
 * well.
 */
export const CLEAR_AT_LOG_OUT = { 'clear-site-data': '"cache"' } as const;
