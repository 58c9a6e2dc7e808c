import { inlineScript } from './inline-script.ts';
import { nonceAttribute } from './nonce-attribute.ts';

const script = inlineScript('preload-shell.js');

/** Stands before everything else that a document asks for: puts `link`, the preload of the shell's script, in its place in time. */
export const preloadShell = (link: string, nonce: string): string =>
  `<template>${link}</template>
<script${nonceAttribute(nonce)}>${script}</script>`;
