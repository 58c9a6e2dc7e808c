const FEATURES = 'mf-[^/]+';

/** Folders of which each may use those before it. */
const FLOORS = {
  'api/src/domain': ['core', 'people', 'data', 'care', 'trial', 'reports'],
  'shell/src': ['federation', 'services', 'components', 'pages', 'app', 'server'],
  'mf-tracker/src': ['day', 'doses', 'records', 'components', 'pages'],
  'e2e/rehearsal': ['model', 'stack', 'people', 'staff', 'compare', 'operators'],
};

/** Imports flow one way: shared-contracts → features, shell, API and tooling. Tooling runs in Node only. */
export default {
  forbidden: [
    {
      name: 'shared-contracts-imports-nothing-local',
      comment: 'shared-contracts is what everybody agrees on; move what it needs into it.',
      severity: 'error',
      from: { path: '^shared-contracts/' },
      to: { path: `^(${FEATURES}|shell|api|e2e)/` },
    },
    {
      name: 'features-stand-alone',
      comment: 'A feature uses shared-contracts only; share what two features need there.',
      severity: 'error',
      from: { path: `^(${FEATURES})/` },
      to: { path: `^(${FEATURES}|shell|api|e2e)/`, pathNot: '^$1/' },
    },
    {
      name: 'shell-knows-no-feature',
      comment: 'The shell reaches features through loadFeature and the registry only.',
      severity: 'error',
      from: { path: '^shell/' },
      to: { path: `^(${FEATURES}|api|e2e)/` },
    },
    {
      name: 'api-uses-shared-contracts-only',
      comment: 'The API shares the contracts with the browser and nothing else.',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: `^(${FEATURES}|shell|e2e)/` },
    },
    {
      name: 'no-raw-router',
      comment:
        'Import from @stepwise/shared-contracts/router: the package itself is not tree-shaken once it is shared.',
      severity: 'error',
      from: { path: `^(${FEATURES}|shell)/` },
      to: { path: 'node_modules/react-router' },
    },
    {
      name: 'no-tooling-in-the-product',
      comment:
        'shared-contracts/tooling builds, tests and releases. Move what the product runs to shared-contracts/src.',
      severity: 'error',
      from: {
        path: `^((${FEATURES}|shell|api)/|shared-contracts/src/)`,
        pathNot: '(\\.test\\.tsx?$|/testing/|standalone\\.tsx$)',
      },
      to: { path: '^shared-contracts/tooling/' },
    },
    {
      name: 'no-release-checks-in-the-browser',
      comment:
        'shared-contracts/src/release is what the API, the build and the release command share, in Node.',
      severity: 'error',
      from: {
        path: `^((${FEATURES}|shell)/src|shared-contracts/src/(?!release/))`,
        pathNot: '\\.test\\.tsx?$',
      },
      to: { path: '^shared-contracts/src/release/' },
    },
    {
      name: 'no-tests-in-production',
      comment: 'What only tests need lies in a testing folder and is imported by tests only.',
      severity: 'error',
      from: {
        pathNot: '(\\.test\\.tsx?$|/testing/|\\.setup\\.|standalone\\.tsx$|^e2e/|^jest\\.config\\.js$)',
      },
      to: { path: '(\\.test\\.tsx?$|/testing/)' },
    },
    {
      name: 'no-relative-way-out-of-a-package',
      comment: 'Name the other package: @stepwise/…',
      severity: 'error',
      // The acceptance test renders features from the API's own answers. The bench fills the API's own database with records,
      // journeys with releases that no check lets in, and the cluster's test with people who save; the smoke run and the
      // engines' walk log in as the demonstration's people; the rehearsal starts the API's processes, and ends what it leaves;
      // the validation report is made by the API's writers of HTML and PDF; the screens' walk reads a trial's content;
      // and quick breaks are tried with the project's own settings of Jest.
      from: {
        path: '^([^/]+)/',
        pathNot:
          '^e2e/(acceptance|bench|breaks|cluster|engines|rehearsal|screens|second-trial|smoke|support|validation)/',
      },
      to: { dependencyTypes: ['local'], pathNot: ['^$1/', '^node_modules/', '^shared-contracts/'] },
    },
    {
      name: 'platform-knows-no-domain',
      comment: 'The platform serves any product: hand it what it needs from create-api.ts or main.ts.',
      severity: 'error',
      from: { path: '^api/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/src/', pathNot: '^api/src/platform/' },
    },
    {
      name: 'domain-knows-no-http',
      comment:
        'A command takes an Operation and plain values; requests, sessions and pages stay in the doors.',
      severity: 'error',
      from: { path: '^api/src/domain/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/src/(?!domain/|platform/)|^node_modules/(@koa/|koa)' },
    },
    ...Object.entries(FLOORS).flatMap(([root, floors]) =>
      floors.map((floor, i) => ({
        name: `${floor}-uses-what-is-below`,
        comment: `Each of these folders of ${root} uses those before it: ${floors.join(', ')}.`,
        severity: 'error',
        from: { path: `^${root}/${floor}/`, pathNot: '\\.test\\.tsx?$' },
        to: { path: `^${root}/[^/]+/`, pathNot: `^${root}/(${floors.slice(0, i + 1).join('|')})/` },
      })),
    ),
    {
      name: 'interfaces-stand-alone',
      comment: 'What participants and the team both use lies in api/src/request or in the domain.',
      severity: 'error',
      from: { path: '^api/src/(participant-api|staff-site)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/src/(participant-api|staff-site)/', pathNot: '^api/src/$1/' },
    },
    {
      name: 'model-knows-no-product',
      comment: 'The model of the rehearsal is written from the specification and the content only.',
      severity: 'error',
      from: { path: '^e2e/rehearsal/model/' },
      to: { pathNot: '^(e2e/rehearsal/model/|node:)', dependencyTypesNot: ['core'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'declared-dependencies-only',
      comment: 'Add it to this package’s package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'This import cannot be resolved.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.stepwise)/' },
    parser: 'swc',
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
