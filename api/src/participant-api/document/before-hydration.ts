import { inlineScript } from './inline-script.ts';
import { nonceAttribute } from './nonce-attribute.ts';

const script = inlineScript('before-hydration.js');

/** Stands in a document that holds its page's markup, so that nothing a person does before the app answers is lost. */
export const beforeHydration = (nonce: string): string =>
  `<script${nonceAttribute(nonce)}>${script}</script>`;
