import * as z from 'zod';

export const MAX_LINK_LENGTH = 2000;

/** A link to the external questionnaire as a member of staff enters it: empty for none, otherwise https and on one of the trial's `hosts`. */
export const questionnaireLinkSchema = (hosts: readonly string[]) =>
  z
    .string('Give a link.')
    .trim()
    .max(MAX_LINK_LENGTH, `Give a link of at most ${MAX_LINK_LENGTH} characters.`)
    .superRefine((link, { addIssue }) => {
      const fault = link && findFault(link, hosts);
      if (fault) addIssue(fault);
    })
    .transform((link) => link && new URL(link).href);

function findFault(link: string, hosts: readonly string[]): string | null {
  if (!URL.canParse(link)) return 'This is not a link. Copy the whole address, from https:// on.';
  const { protocol, host, username, password } = new URL(link);
  if (protocol !== 'https:') return 'The link has to begin with https://.';
  if (username || password) return 'The link must not hold a user name or a password.';
  return hosts.includes(host) ? null : `The link has to be on ${hosts.join(' or ')}.`;
}
