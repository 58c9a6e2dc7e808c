/** The team's list of participants, where a browser is sent once acting has ended. */
export const PARTICIPANTS = '/admin/participants';
