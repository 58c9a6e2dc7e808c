import { createHmac, timingSafeEqual } from 'node:crypto';

export const PREVIEW = '/account/preview';

/** A release that one tester may look at before anyone gets it. */
export interface Preview {
  package: string;
  version: string;
  /** The instant it ends, in ms. */
  until: number;
}

const sign = (secret: string, preview: Preview, tester: string): Buffer =>
  createHmac('sha256', secret)
    .update(
      JSON.stringify([
        'preview',
        preview.package,
        preview.version,
        preview.until,
        tester.trim().toLowerCase(),
      ]),
    )
    .digest();

/** The link's path. It takes the secret to make, and names no one: the tester's address is only part of what is signed. */
export const previewPath = (secret: string, preview: Preview, tester: string): string =>
  [
    PREVIEW,
    preview.package,
    preview.version,
    preview.until,
    sign(secret, preview, tester).toString('base64url'),
  ].join('/');

/** Whether one of the secrets has signed the preview for the tester with this address. */
export function isPreviewOf(
  secrets: readonly string[],
  preview: Preview,
  tester: string,
  signature: string,
): boolean {
  const given = Buffer.from(signature, 'base64url');
  return secrets.some((secret) => {
    const signed = sign(secret, preview, tester);
    return given.length === signed.length && timingSafeEqual(given, signed);
  });
}
