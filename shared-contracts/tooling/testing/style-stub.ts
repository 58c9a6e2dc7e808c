/** Stands for a style sheet in unit tests: every class is named by its key. */
// biome-ignore lint/style/noDefaultExport: style sheets are imported by default.
export default new Proxy<Record<string, string>>({}, { get: (_, key) => String(key) });
