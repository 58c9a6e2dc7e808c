import { SIGNED_KINDS, type Signature } from '../../domain/people/signatures/signature.entity.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { stack } from './participant-section.ts';
import type { StaffRequest } from './staff-request.ts';

/** Signatures with what they mean; `voidedBy` says in words why one is void, and null where it stands. */
export const signaturesTable = (
  { op }: StaffRequest,
  signatures: readonly Signature[],
  voidedBy: (signature: Signature) => string | null,
): Html | null => {
  if (signatures.length === 0) return null;
  const { timeZone } = op.content.product;
  return stack(
    'signatures',
    'Signatures',
    table(
      'Signatures',
      ['Signed by', 'When', 'What', 'Meaning', 'Now', 'SHA-256 of what was signed'],
      signatures.map((signature) => {
        const { name, signedAt, proof, kind, meaning, hash } = signature;
        const cause = voidedBy(signature);
        return [
          name,
          `${formatDatetime(timeZone, signedAt)}, by ${proof}`,
          SIGNED_KINDS[kind],
          meaning,
          cause ? html`<strong>Void: ${cause}</strong>` : 'Stands',
          html`<code class="pages-hash">${hash}</code>`,
        ];
      }),
    ),
  );
};
