/**
 * Lets webpack leave out those components and contexts of a built library that nothing imports. A call of `forwardRef` and
 * a `displayName` keep each of them in, since either could do more than make a component.
 */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader as a default export.
export default function markUnusedComponents(source: string): string {
  return source
    .replace(/^\w+\.displayName = .*;$/gm, '')
    .replace(/^(var \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ ');
}
