import { PlatformCatalogue } from '#app/features/catalogs/platform-catalogue.js';
import type {
  FindingRule,
  SectionCallers,
  SectionDefinition,
} from '#app/features/configuration/rules/sections/section-definition.js';

const HEAD = `# Sections

Written by \`npm run openapi\` from the definitions of the sections. [The contract](contract/workspace.md) rules how sections
are read, written and validated; their fields, with bounds and descriptions, are in [openapi.json](../openapi.json) as
\`<Section>Configuration\`.

## From nothing to a version

Everything is saved into a draft, in any order. A reference to something absent is saved, and is an error until its target
exists. This order has no such errors:

1. \`POST /secrets\`: credentials for other systems. Sections refer to them by name.
2. \`provider-configuration\` and \`llm-policy\`: the providers of speech and models. Their defaults work.
3. \`transfer-routing\`: the people to whom calls are handed over.
4. \`plugin-configuration\`: the systems that the assistant reads and writes.
5. \`assistant\`: the prompt, and the parts of 2 to 4 that it may use. It is the only section that the first publication
   needs.
6. \`booking\`, \`email-delivery\`, \`identity-verification\`, \`governance\`, \`dashboard-metadata\`: as you need them.
7. \`testing-overrides\` and \`POST /test-call/request\` with \`"use": "draft"\`: a call, before the first caller makes one.
8. \`POST /validate\`, then \`POST /publish\` with the draft's etag as \`If-Match\` and an \`Idempotency-Key\`.

A \`partner_admin\` takes steps 1 to 8. *Signed in* at a section means a bearer token; everything else takes an API key as
well. A key of scope \`partner_admin\` publishes everything except changes of \`governance\` or \`testing-overrides\`.
\`partner_user\` reads.

The requests below are complete: each saves as it stands, with the headers that it names. \`If-Match\` takes the draft's etag, from
\`GET /draft\`; it is left out while there is no draft.

## Findings in every section

A configuration that breaks a rule is saved, and \`validation\` has the findings: an error blocks publishing, a warning does
not. These three may come in every section:

| code | | when |
|---|---|---|
| \`secret_missing\` | error | the section names a secret that the project does not have |
| \`section_conflict\` | warning | the section keeps another one from being published |
| the code of the 422 | error | a value saved under an older schema breaks the current one |
`;

/** The page of the sections' fields and findings, and the catalogue (docs/workspace.md). */
export const sectionsPage = (sections: readonly SectionDefinition[]): string =>
  [HEAD, ...sections.map(sectionText), catalogueText()].join('\n');

const sectionText = (section: SectionDefinition): string =>
  [
    `## ${section.title} (\`${section.name}\`)`,
    '',
    `Read by ${callersText(section.read)}. Saved by ${callersText(section.write)}.`,
    '',
    ...requestText(section),
    '',
    ...findingTable(section.rules),
    '',
  ].join('\n');

/** `partner_admin, partner_user`, and whether a person must be signed in. */
const callersText = ({ scopes, credentials }: SectionCallers): string =>
  `${scopes.map((scope) => `\`${scope}\``).join(', ')}${credentials === 'bearer' ? ', signed in' : ''}`;

/** A request that saves the section's example. */
function requestText({ name, route, write, example, defaults }: SectionDefinition): string[] {
  const { method, path, part } = write;
  const configuration = write.example ?? example;
  const [line, body] = route
    ? [
        `${method.toUpperCase()} /v1/projects/{project_id}/${name}${path === '' ? '' : `/${path}`}`,
        { configuration, ...(part && { [part.field]: part.of(defaults) }) },
      ]
    : ['PUT /v1/projects/{project_id}/draft', { sections: { [name]: configuration } }];
  return [
    '```http',
    line,
    'Content-Type: application/json',
    'If-Match: <etag of the draft>',
    ...(write.idempotency ? ['Idempotency-Key: <uuid>'] : []),
    '',
    JSON.stringify(body, null, 2),
    '```',
  ];
}

const findingTable = (rules: readonly FindingRule[]): string[] => [
  '| code | | when |',
  '|---|---|---|',
  ...rules.map(([code, severity, when]) => `| \`${code}\` | ${severity} | ${cell(when)} |`),
];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The ids that sections may refer to. */
function catalogueText(): string {
  const { models, voices } = PlatformCatalogue;
  return [
    '## Catalogue',
    '',
    'The models and voices that sections name by their ids. `deprecated` ones work and are a warning.',
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
