import type { SectionDefinition, WriteGuard } from '../configuration/section-definition.js';
import { sentSchema } from './section-body.policy.js';
import { fieldsOf } from './section-fields.policy.js';

const HEAD = `# Sections of a project's configuration

Written by \`npm run openapi\` from the schemas of the sections. The same schemas stand in [openapi.json](../openapi.json)
as \`<Section>Configuration\`.

A section is read as it stands: from the project's draft, else from the newest published version, else its defaults;
\`source\` says which. A write goes to the draft, and takes \`{"configuration": {...}}\`. Calls are served by what is
published, never by a draft.

- **What breaks a schema is refused**: 422, naming each field. Fields that are not listed here are unknown everywhere.
- **What breaks a rule is saved** and comes back in \`validation\`: an error blocks publishing, a warning does not.
- **Two editors at once**: send the etag you have read as \`If-Match\`. A stale one is 409, and the other edit stays.
- **Secrets** are named, never sent: \`{"secret_ref": "CRM_API_KEY"}\`. A name the project does not have is an error.
- Archived projects are read-only: 409. A section takes at most 128 KiB: 413.

| to | send, under \`/v1/projects/{project_id}\` |
|---|---|
| see how far every section has come | \`GET /draft\`: empty, valid or invalid, and the draft's etag |
| edit one section | its own write, below |
| edit several at once, all or none | \`PUT /draft\` with \`{"sections": {"booking": {...}, ...}}\` and the draft's etag as \`If-Match\` |
| see what is wrong with all of them | \`POST /validate\` |
| make the draft the newest version | \`POST /publish\` with the draft's etag as \`If-Match\` and an \`Idempotency-Key\` |
| go back to an older version | \`POST /rollback\` |
`;

const GUARDS: Readonly<Record<WriteGuard, string>> = {
  optional: 'If-Match may be left out',
  if_match: 'If-Match needed once a draft of the section exists',
  if_match_or_token: 'If-Match or `revision_token` needed once a draft of the section exists',
};

/** The page of all sections: their routes, their fields and an example of each (docs/workspace.md). */
export const sectionsPage = (sections: readonly SectionDefinition[]): string =>
  [HEAD, ...sections.map(sectionText)].join('\n');

function sectionText(section: SectionDefinition): string {
  const { name, title, schema, example, write } = section;
  const sent = sentSchema(section);
  return [
    `## ${title} (\`${name}\`)`,
    '',
    ...routeLines(section).map((line) => `- ${line}`),
    '',
    ...fieldTable(schema),
    '',
    ...(sent === schema ? [] : ['A write may send:', '', ...fieldTable(sent), '']),
    '```json',
    JSON.stringify({ configuration: write.example ?? example, ...partExample(section) }, null, 2),
    '```',
    '',
  ].join('\n');
}

const partExample = ({ defaults, write: { part } }: SectionDefinition): object =>
  part ? { [part.field]: part.of(defaults) } : {};

function routeLines({ name, read, write, validate, routes }: SectionDefinition): string[] {
  if (routes === 'own') return ['Written with the whole draft: `PUT /v1/projects/{project_id}/draft`'];
  const base = `/v1/projects/{project_id}/${name}`;
  const path = write.path === '' ? base : `${base}/${write.path}`;
  const part = write.part ? [`\`${write.part.field}\` needed`] : [];
  return [
    lineOf('GET', base, read, []),
    lineOf(write.method.toUpperCase(), path, write, [
      GUARDS[write.guard],
      ...part,
      keyText(write.idempotency),
    ]),
    ...(validate
      ? [
          lineOf('POST', `${base}/validate`, validate, [
            validate.override
              ? `of what is saved, or of a configuration sent by ${validate.override.join(', ')}`
              : 'of what is saved',
            ...(validate.guarded ? [GUARDS[write.guard]] : []),
            ...(validate.idempotency ? [keyText(validate.idempotency)] : []),
          ]),
        ]
      : []),
  ];
}

function lineOf(
  method: string,
  path: string,
  { scopes, credentials }: SectionDefinition['read'],
  terms: readonly string[],
): string {
  const callers = scopes.join(', ') + (credentials === 'bearer' ? ', signed in' : '');
  return `\`${method} ${path}\`: ${[callers, ...terms].join('; ')}`;
}

function keyText(rule: SectionDefinition['write']['idempotency']): string {
  if (!rule || rule.required === false) return 'Idempotency-Key welcome';
  const length = rule.minLength === undefined ? '' : ` of at least ${rule.minLength} characters`;
  return `Idempotency-Key${length} required`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const fieldTable = (schema: object): string[] => [
  '| field | type | required | |',
  '|---|---|---|---|',
  ...fieldsOf(schema).map(
    ({ path, type, isRequired, description }) =>
      `| \`${path}\` | ${cell(type)} | ${isRequired ? 'yes' : ''} | ${cell(description)} |`,
  ),
];
