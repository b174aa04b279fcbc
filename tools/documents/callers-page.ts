import type { OpenAPIObject } from '@nestjs/swagger';
import { CALLERS_EXTENSION } from '#app/core/http/openapi-extensions.js';
import { decideExport } from '#app/features/calls/export/governance/export-decision.policy.js';
import { EXAMPLES } from '#app/features/calls/export/export.examples.js';
import { readExportRequest } from '#app/features/calls/export/export-request.policy.js';
import { INTERNAL_ROLES, PORTAL_ROLES, SCOPES, type Scope } from '#app/core/shared/roles.js';

const HEAD = `# Callers of each route

Written by \`npm run openapi\` from the declarations that the guards obey. A caller whose role or scope is not named for a
route gets 404, as for an absent path. People (bearer) and API keys both have roles; the four scopes at the right are for keys
alone.

- \`yes\`: with a bearer token or an API key. \`bearer\`, \`key\`: with that credential alone. Empty: 404.
- \`service_*\` are service_admin and service_operator.
- \`POST /v1/calls/export\` and its preview have a 404 of their own, \`EXPORT_DENIED\`, so every scope reaches it; the table of
  [exports](#exports) says which roles may export.
`;

/** Columns of the tables; scopes that the document's routes treat equally share one. */
const COLUMNS: readonly (readonly [title: string, scope: Scope])[] = SCOPES.filter(
  (scope) => scope === INTERNAL_ROLES[0] || !INTERNAL_ROLES.includes(scope),
).map((scope) => [INTERNAL_ROLES.includes(scope) ? 'service_*' : scope, scope]);

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * The page docs/callers.md: each published route by each role, and each form of export by each
 * role.
 */
export const callersPage = (document: OpenAPIObject): string =>
  [HEAD, '## Routes', '', ...routeTable(document), '', ...exportText(), ''].join('\n');

function routeTable(document: OpenAPIObject): string[] {
  const rows = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { security = document.security } = operation;
      const cells = COLUMNS.map(([, scope]) => credentialOf({ ...operation, security }, scope));
      return [tableRow([`\`${method.toUpperCase()} ${path}\``, ...cells])];
    }),
  );
  return [...tableHead('route'), ...rows];
}

function credentialOf(operation: object, scope: Scope): string {
  const { security = [], [CALLERS_EXTENSION]: callers } = operation as {
    security?: readonly object[];
    [CALLERS_EXTENSION]?: readonly Scope[];
  };
  if (callers === undefined) return 'yes';
  if (!callers.includes(scope)) return '';
  const ways = security.flatMap((way) => Object.keys(way));
  if (!PORTAL_ROLES.some((role) => role === scope)) return ways.includes('ApiKey') ? 'key' : '';
  if (ways.length > 1) return 'yes';
  return ways.includes('Bearer') ? 'bearer' : 'key';
}

/** Fields of an export besides its profile. */
const VARIANTS: readonly (readonly [title: string, body: Readonly<Record<string, unknown>>])[] = [
  ['no profile, nothing sensitive', EXAMPLES.legacy.value],
  ['no profile, with `include_caller_info`', { ...EXAMPLES.legacy.value, include_caller_info: true }],
  ['no profile, with `include_transcript_text`', { ...EXAMPLES.legacy.value, include_transcript_text: true }],
  ['no profile, with `include_audio_links`', { ...EXAMPLES.legacy.value, include_audio_links: true }],
  ['`portal_business_v1`', EXAMPLES.portal_business_v1.value],
  ['`portal_business_v2`', EXAMPLES.portal_business_v2.value],
  ['`portal_business_v3`, redacted, without `transcript`', EXAMPLES.portal_business_v3.value],
  [
    '`portal_business_v3`, redacted, with `transcript`',
    { ...EXAMPLES.portal_business_v3.value, columns: ['call_started_at', 'transcript'] },
  ],
  [
    '`portal_business_v3`, not redacted',
    { ...EXAMPLES.portal_business_v3.value, redact_personal_information: false },
  ],
];

function exportText(): string[] {
  return [
    '## Exports',
    '',
    '`POST /v1/calls/export` and its preview, by what the body asks for. `yes`: allowed, as far as the project is visible to the caller, ' +
      "recordings are kept where audio links are asked for, and the tenant's policy permits what is shown; see",
    '[privacy](contract/privacy.md). A number is the status of `EXPORT_DENIED`.',
    '',
    ...tableHead('asked for'),
    ...VARIANTS.map(([title, body]) =>
      tableRow([title, ...COLUMNS.map(([, scope]) => exportAnswer(scope, body))]),
    ),
  ];
}

function exportAnswer(scope: Scope, body: Readonly<Record<string, unknown>>): string {
  const decision = decideExport(scope, readExportRequest(body));
  return decision.kind === 'asked' ? 'yes' : String(decision.error.entry.status);
}

const tableHead = (first: string): string[] => [
  tableRow([first, ...COLUMNS.map(([title]) => title)]),
  tableRow(['---', ...COLUMNS.map(() => '---')]),
];

const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Scopes without a column, because another one represents them. */
export const UNSHOWN_SCOPES = SCOPES.filter((scope) => COLUMNS.every(([, shown]) => shown !== scope));
