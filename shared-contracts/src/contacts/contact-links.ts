/** No number in the world is longer (ITU-T E.164); 000 is as short as one is. */
const MIN_DIGITS = 3;
const MAX_DIGITS = 15;

/**
 * A phone number's link, from free text: its first number, without an extension or a second one beside it. Null when
 * there is none, or when what stands there cannot be one: a wrong number called by one tap is worse than no link.
 */
export function callHref(phone: string): string | null {
  // The zero of "+61 (0)3 …" is for those who dial without the country.
  const numbers = phone.replace(/(\+\d+\s*)\(0\)/g, '$1').match(/\+?[\d\s().\u2010-\u2015-]+/g) ?? [];
  const number = numbers
    .map((text) => text.replace(/[^\d+]/g, ''))
    .find((digits) => digits.length >= MIN_DIGITS);
  return number && number.replace('+', '').length <= MAX_DIGITS ? `tel:${number}` : null;
}

/** Encoded, so that nothing typed into an address can add a subject or a second recipient. */
export const mailHref = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
