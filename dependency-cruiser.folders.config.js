/** Folders of the API import one another in one direction. Tests may reach across; every import of the product counts, types too. */
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
    includeOnly: '^api/src/',
    exclude: { path: '\\.test\\.ts$|/testing/' },
    parser: 'swc',
  },
};
