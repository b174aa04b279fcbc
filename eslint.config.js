import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// Nothing can be switched off from inside a file (noInlineConfig): an exception stands here, with its reason. Rules that
// need types are those of .oxlintrc.json.

const TYPE_IMPORTED_REQUEST = [
  {
    selector:
      'ImportDeclaration[importKind="type"][source.value=/\\.(request|response)\\.js$/], ' +
      'ImportDeclaration[source.value=/\\.(request|response)\\.js$/] > ImportSpecifier[importKind="type"]',
    message: 'A type import leaves no class behind at run time: bodies and queries would go unvalidated.',
  },
];

const NO_ENVIRONMENT = [
  {
    selector: 'MemberExpression[object.name="process"][property.name="env"]',
    message: 'Only src/config reads the environment; take what you need from Settings.',
  },
  {
    selector: 'ImportDeclaration[source.value=/^(node:)?process$/]',
    message: 'Use the global `process`: the rule that guards the environment watches that one.',
  },
];

const NO_TIME = [
  {
    selector:
      'NewExpression[callee.name="Date"][arguments.length=0], CallExpression[callee.name="Date"], ' +
      'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'Ask the Clock: tests move it by hand. For durations use performance.now().',
  },
  {
    selector:
      'CallExpression[callee.object.name="DateTime"][callee.property.name=/^(now|local|utc)$/][arguments.length=0]',
    message: 'Ask the Clock: tests move it by hand.',
  },
];

const NO_SKIPPED_TEST = [
  {
    selector:
      'MemberExpression[object.name=/^(it|test|describe|suite|bench)$/]' +
      '[property.name=/^(skip|only|todo|skipIf|runIf|fails)$/]',
    message: 'A test that does not run proves nothing: mend it or remove it.',
  },
  {
    selector: 'CallExpression[callee.name=/^(xit|xdescribe|fit|fdescribe)$/]',
    message: 'A test that does not run proves nothing: mend it or remove it.',
  },
];

const NO_SLEEP = [
  {
    selector: 'CallExpression[callee.name="setTimeout"], CallExpression[callee.property.name="setTimeout"]',
    message: 'Wait for the condition itself (vi.waitFor, an event, a moved Clock), not for time to pass.',
  },
  {
    selector: 'ImportDeclaration[source.value=/^(node:)?timers/]',
    message: 'Wait for the condition itself (vi.waitFor, an event, a moved Clock), not for time to pass.',
  },
];

const ERASABLE_ONLY = [
  {
    selector:
      'TSEnumDeclaration, TSParameterProperty, Decorator, TSModuleDeclaration, TSImportEqualsDeclaration',
    message: 'Node runs bench/ and tools/ by erasing their types, which this syntax does not survive.',
  },
];

const ONE_DECORATOR =
  'A field of a request has one decorator: a kind of src/core/http/fields, or RequestField.';
const FIELDS_BY_HAND = {
  group: ['class-validator', 'class-transformer'],
  importNamePattern: '^[A-Z]',
  message: ONE_DECORATOR,
};
const FIELDS_OF_ANSWERS = {
  group: ['@nestjs/swagger', '**/field.decorators.js'],
  importNamePattern: '^(ApiProperty(Optional)?|(Optional|Nullable)?Field)$',
  message: ONE_DECORATOR,
};

const TESTS = ['**/*.spec.ts', '**/*.spec.tsx', '**/*.e2e-spec.ts', 'test/**/*.ts'];

// The last entry that matches a file decides its restrictions as a whole, so each is spelled out in full.
const restrict = (...groups) => ({ 'no-restricted-syntax': ['error', ...groups.flat()] });

export default defineConfig(
  {
    ignores: [
      // Made from the API's document, and settings of programs that build the pages.
      'portal/src/api/generated/',
      'portal/*.config.ts',
      'dist/',
      '.data/',
      'node_modules/',
      'test/architecture/fixtures/',
      '**/*.cjs',
      '**/*.mjs',
      'packages/sdk/dist/',
      'packages/webhook-verifier/dist/',
      'packages/sdk/src/generated/',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      // The other linter has no setting for that.
      'no-warning-comments': ['error', { terms: ['oxlint-disable', 'eslint-disable'], location: 'anywhere' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'no-eval': 'error',
      'no-self-compare': 'error',
      'no-unreachable-loop': 'error',
      'no-constant-binary-expression': 'error',
      'no-unsafe-finally': 'error',
      'no-fallthrough': 'error',
      // Longer files have always turned out to hold two things.
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],

      // Off for good: it would turn the imports of request classes and injected services into type imports,
      // of which nothing is left at run time. Validation would be off and nobody would notice.
      '@typescript-eslint/consistent-type-imports': 'off',
      // By the other linter, in a tenth of the time.
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
    },
  },
  {
    files: ['portal/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      // The other rules of the plugin run a compiler, which takes as long as all of these together.
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  { files: ['src/**/*.ts'], rules: restrict(NO_ENVIRONMENT, NO_TIME) },
  {
    files: ['src/**/*.ts'],
    ignores: TESTS,
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'fetch',
          message: 'It follows redirects to anywhere: use OutboundHttp, or the SDK of the service.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: [...TESTS, 'src/core/http/fields/**', 'src/core/server/validation.pipe.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [FIELDS_BY_HAND] }] },
  },
  {
    files: ['src/**/*.request.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [FIELDS_BY_HAND, FIELDS_OF_ANSWERS] }] },
  },
  { files: ['src/**/*.controller.ts'], rules: restrict(NO_ENVIRONMENT, NO_TIME, TYPE_IMPORTED_REQUEST) },
  { files: ['src/config/**/*.ts'], rules: restrict(NO_TIME) },
  // The one place that asks the machine for the time.
  {
    files: ['src/core/time/clock.ts'],
    rules: restrict(NO_ENVIRONMENT),
  },
  {
    files: TESTS,
    rules: {
      ...restrict(NO_ENVIRONMENT, NO_SKIPPED_TEST, NO_SLEEP),
    },
  },
  {
    files: ['bench/**/*.ts', 'tools/**/*.ts'],
    ignores: TESTS,
    rules: {
      ...restrict(ERASABLE_ONLY, NO_SKIPPED_TEST),
      // Erased types must be marked as such; there are no request classes here to lose.
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    // A benchmark's results go to the terminal.
    files: ['bench/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
);
