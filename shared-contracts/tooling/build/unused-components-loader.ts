/**
 * Makes webpack leave out those components and contexts of a built library that nothing imports. What is done while each
 * is made keeps it in otherwise: a call of `forwardRef`, a base class, a `displayName`, a `contextType`.
 */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader as a default export.
export default function markUnusedComponents(source: string): string {
  return source
    .replace(/^\w+\.displayName = .*;$/gm, '')
    .replace(/^(var \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ ')
    .replace(
      /^var (\w+) = (class extends React\d*\.Component \{$[\s\S]*?^\});$(?:\n\1\.contextType = (\w+);$)?/gm,
      (_, name, made, context) =>
        `var ${name} = /* @__PURE__ */ (() => Object.assign(${made}, ${context ? `{ contextType: ${context} }` : '{}'}))();`,
    );
}
