/** A phone number's link, from free text; null when there is nothing to dial. */
export function callHref(phone: string): string | null {
  const digits = phone.replace(/[^\d+]/g, '');
  return /\d/.test(digits) ? `tel:${digits}` : null;
}

/** Encoded, so that nothing typed into an address can add a subject or a second recipient. */
export const mailHref = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
