/** The nonce of the answer that a script element is part of; nothing in the document that devices keep. */
export const nonceAttribute = (nonce: string | null): string => (nonce ? ` nonce="${nonce}"` : '');
