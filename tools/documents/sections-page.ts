import { PlatformCatalogue } from '#app/features/catalogs/platform-catalogue.js';
import type { WriteGuard } from '#app/core/http/write-guard.policy.js';
import type {
  FindingRule,
  SectionDefinition,
} from '#app/features/workspace/configuration/section-definition.js';
import { fieldsOf } from '#app/features/workspace/sections/section-fields.policy.js';

const HEAD = `# Sections of a project's configuration

Written by \`npm run openapi\` from the schemas of the sections. The same schemas stand in [openapi.json](../openapi.json)
as \`<Section>Configuration\`.

A section is read as it stands: from the project's draft, else from the newest published version, else its defaults;
\`source\` says which. A write goes to the draft. Calls are served by what is published, never by a draft.

- **A section's own write** takes \`{"configuration": {...}}\`. **\`PUT /draft\`** takes configurations themselves, by the name
  of their section, without that word around them: \`{"sections": {"booking": {"enabled": true, ...}}}\`. The number that
  transfer routing wants beside \`configuration\` stands inside of it there.
- **A write replaces the section**: what is left out is not there any more, and \`null\` is a value where a field takes it
  and refused elsewhere. Sections that keep something of what was left out say so below. \`PUT /draft\` does in each section what
  its own write does, and leaves sections alone that are not sent.
- **What breaks a schema is refused**: 422, naming each field. Fields that are not listed here are unknown everywhere. A
  text is one line; only those that "must not contain control characters" may have several.
- **What breaks a rule is saved** and comes back in \`validation\`, with the code that is listed below: an error blocks
  publishing, a warning does not. \`secret_missing\` (a secret is named that the project does not have) is an error in every
  section, and so is, with the code of the 422, what was saved under an older schema and breaks the one of today. Rules
  read the other sections as they would be published: the draft, else the newest version, else the defaults. A section
  that keeps another one from being published says so with the warning \`section_conflict\`.
- **Two editors at once**: send the etag you have read as \`If-Match\`: the section's, or the draft's, which changes with every section. A
  stale one is 409, the other edit stays, and \`details.stale.changed_paths\` says what it changed.
- **_Personal_** fields identify a person, or tell how to reach one (\`x-personal\` in openapi.json). They are sealed wherever a
  configuration is stored; who may read a section reads them as ever.
- **Secrets** are named, never sent: \`{"secret_ref": "CRM_API_KEY"}\`.
- **Who may read or write a section** holds on every route. Drafts, versions, comparisons and findings leave out sections
  that you could not read by themselves, and \`PUT /draft\` with one that you could not write is 404. Where one of its
  sections requires an Idempotency-Key, so does \`PUT /draft\`: 400.
- Archived projects are read-only: 409. One edit more than a draft may gather is 409 \`project_draft_limit\`: publish all
  of it. A section takes at most 128 KiB, and \`PUT /draft\` 512 KiB: 413. More than 1000
  members in one place, or 10000 in all, are 422 \`too_long\`. Both are seen before fields are looked at.

| to | send, under \`/v1/projects/{project_id}\` |
|---|---|
| see how far every section has come | \`GET /draft\`: empty, valid or invalid, and the draft's etag |
| edit one section | its own write, below |
| edit several at once, all or none | \`PUT /draft\` with the sections that change, and the draft's etag as \`If-Match\` |
| see what is wrong with all of them | \`POST /validate\` |
| make the draft the newest version | \`POST /publish\` with the draft's etag as \`If-Match\` and an \`Idempotency-Key\` |
| go back to an older version | \`POST /rollback\` |
`;

const GUARDS: Readonly<Record<WriteGuard, string>> = {
  optional: 'If-Match may be left out',
  if_match: 'If-Match needed once a draft of the section exists',
  if_match_or_token: 'If-Match or `revision_token` needed once a draft of the section exists',
};

/** The page of all sections: routes, fields, findings and an example of each, and the catalogue (docs/workspace.md). */
export const sectionsPage = (sections: readonly SectionDefinition[]): string =>
  [HEAD, ...sections.map(sectionText), catalogueText()].join('\n');

function sectionText(section: SectionDefinition): string {
  const { name, title, schema, rules, write } = section;
  const sent = write.schema ?? schema;
  return [
    `## ${title} (\`${name}\`)`,
    '',
    ...routeLines(section).map((line) => `- ${line}`),
    ...(write.merges ? [`- A write ${write.merges}`] : []),
    '',
    ...fieldTable(schema),
    '',
    ...(sent === schema ? [] : ['A write may send:', '', ...fieldTable(sent), '']),
    'What its rules may find:',
    '',
    ...findingTable(rules),
    '',
    section.routes === 'own' ? 'A body of `PUT /draft`:' : 'A body of its write:',
    '',
    '```json',
    JSON.stringify(exampleBody(section), null, 2),
    '```',
    '',
  ].join('\n');
}

const exampleBody = (section: SectionDefinition): object => {
  const { name, example, write, routes } = section;
  return routes === 'own'
    ? { sections: { [name]: example } }
    : { configuration: write.example ?? example, ...partExample(section) };
};

const partExample = ({ defaults, write: { part } }: SectionDefinition): object =>
  part ? { [part.field]: part.of(defaults) } : {};

function routeLines({ name, read, write, validate, routes }: SectionDefinition): string[] {
  if (routes === 'own') {
    return [
      'No write of its own: `PUT /v1/projects/{project_id}/draft`, partner_admin',
      `Its other routes: [API guide](api-guide.md#${name})`,
    ];
  }
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
    ({ path, type, isRequired, description, isPersonal }) =>
      `| \`${path}\` | ${cell(type)} | ${isRequired ? 'yes' : ''} | ${cell(description)}${isPersonal ? ' _Personal._' : ''} |`,
  ),
];

const findingTable = (rules: readonly FindingRule[]): string[] => [
  '| code | | when |',
  '|---|---|---|',
  ...rules.map(([code, severity, when]) => `| \`${code}\` | ${severity} | ${cell(when)} |`),
];

/** The ids that sections may name. */
function catalogueText(): string {
  const { models, voices } = PlatformCatalogue;
  return [
    '## Catalogue',
    '',
    'The models and voices that sections name by their ids. There is no route for it yet. `deprecated` ones work and are a',
    'warning.',
    '',
    '| model_id | family | takes | |',
    '|---|---|---|---|',
    ...models.map(
      ({ model_id, family, modalities, status, replacement_model_id }) =>
        `| \`${model_id}\` | ${family} | ${modalities.join(', ')} | ${status}${replacement_model_id === null ? '' : `; move to \`${replacement_model_id}\``} |`,
    ),
    '',
    'Routes named primary, secondary and fallback need a model with text and without audio, and so do native routes other than',
    '`speech_to_speech`, which needs audio.',
    '',
    '| voice_id | language | |',
    '|---|---|---|',
    ...voices.map(({ voice_id, language, status }) => `| \`${voice_id}\` | ${language} | ${status} |`),
    '',
  ].join('\n');
}
