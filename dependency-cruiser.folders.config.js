/** Folders import one another in one direction. Every import of the product counts, types too; tests may reach across. */
export default {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Two folders that need each other: move what both use below them, or hand it in from above.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(api|shared-contracts|shell|mf-(consent|helpers|plan|survey|tracker))/src/',
    exclude: { path: '\\.test\\.tsx?$|/testing/' },
    parser: 'swc',
  },
};
