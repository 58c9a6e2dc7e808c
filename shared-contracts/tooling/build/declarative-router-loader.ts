/**
 * Leaves out of React Router's built form what serves its data routers alone, of which the app has none, and what it warns
 * a developer of. Where a text has changed, it stays.
 */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader as a default export.
export default function keepDeclarativeRouter(source: string): string {
  return source
    .replace(/^(function warning\()cond, message\) \{$[\s\S]*?^\}$/m, '$1) {}')
    .replace('isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()')
    .replace(/(?<=^var useOptimisticImpl = React\d*)\[USE_OPTIMISTIC\]/m, '.useOptimistic');
}
