import { inlineScript } from './inline-script.ts';
import { nonceAttribute } from './nonce-attribute.ts';

const script = inlineScript('after-first-paint.js');

/**
 * Stands at the end of a document that holds its page's markup, and so runs once the style sheets are there: asks for the
 * preloads in `scripts`, and runs the app's script after the first paint. These elements come from a template, since the
 * policy for Trusted Types takes no script's address before the app has made its own.
 */
export const afterFirstPaint = (scripts: string, nonce: string | null): string =>
  `<template id="app-scripts">${scripts}</template>
<script${nonceAttribute(nonce)}>${script}</script>`;
