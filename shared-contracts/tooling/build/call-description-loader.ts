/**
 * Leaves out of the browser's files what a call says to the API alone: what it is for, who may make it, and its
 * rejections.
 */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader as a default export.
export default function omitCallDescriptions(source: string): string {
  return source.replace(/^ {2}(?:summary:\s+(['"`]).*\1|access: '\w+'|errors: \[[^\]]*\]),\n/gm, '');
}
