declare module '*.css' {
  const classes: Readonly<Record<string, string>>;
  // biome-ignore lint/style/noDefaultExport: style sheets are imported by default.
  export default classes;
}
