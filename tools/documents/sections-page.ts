import { PlatformCatalogue } from '#app/features/catalogs/platform-catalogue.js';
import type {
  FindingRule,
  SectionDefinition,
} from '#app/features/workspace/configuration/section-definition.js';

const HEAD = `# Findings of sections

Written by \`npm run openapi\` from the rules of the sections. How sections are read, written and validated is ruled in
[the contract](contract/workspace.md); their fields, with bounds and examples, are in [openapi.json](../openapi.json) as
\`<Section>Configuration\`.

What breaks a rule is saved and comes back in \`validation\`: an error blocks publishing, a warning does not. These three
may come in every section:

| code | | when |
|---|---|---|
| \`secret_missing\` | error | a secret is named that the project does not have |
| \`section_conflict\` | warning | the section keeps another one from being published |
| the code of the 422 | error | what was saved under an older schema breaks the one of today |
`;

/** The page of what the rules of all sections may find, and the catalogue (docs/workspace.md). */
export const sectionsPage = (sections: readonly SectionDefinition[]): string =>
  [HEAD, ...sections.map(sectionText), catalogueText()].join('\n');

const sectionText = ({ name, title, rules }: SectionDefinition): string =>
  [`## ${title} (\`${name}\`)`, '', ...findingTable(rules), ''].join('\n');

const findingTable = (rules: readonly FindingRule[]): string[] => [
  '| code | | when |',
  '|---|---|---|',
  ...rules.map(([code, severity, when]) => `| \`${code}\` | ${severity} | ${cell(when)} |`),
];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

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
