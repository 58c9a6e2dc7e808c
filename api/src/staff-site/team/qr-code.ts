import { encode } from 'uqr';
import { type Html, html } from '../../platform/html/html.ts';

/** A text as a QR code in SVG, dark on white in both schemes, since not every camera reads it the other way round. */
export function qrCode(text: string, label: string): Html {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return html`<svg class="pages-qr" viewBox="0 0 ${size} ${size}" width="220" height="220" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${squares.join('')}" fill="#000"/></svg>`;
}
