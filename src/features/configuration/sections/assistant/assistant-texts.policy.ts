import { error, repeatsIn, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule } from '../../rules/sections/section-definition.js';
import {
  holdsCredential,
  looksLikeCredential,
  PLAIN_CREDENTIAL_RULE,
  plainCredential,
  revealsCredential,
} from '../../rules/sections/plain-credentials.policy.js';
import { SYSTEM_VARIABLES, type Assistant, type AssistantVariable } from './assistant.schema.js';

/** A text of the assistant with its path. */
interface Text {
  readonly path: string;
  readonly text: string;
}

const at = (path: string, text: string | undefined): Text[] => (text === undefined ? [] : [{ path, text }]);

/** The texts that are spoken, or read by the model, with variables filled in. */
const spokenTexts = (assistant: Assistant): Text[] => {
  const { prompt, greeting, persona, silence, end_call_rules, escalation_rules } = assistant;
  const rules = [
    ...end_call_rules.map((rule, index) => ({ rule, path: `end_call_rules.${index}` })),
    ...escalation_rules.map((rule, index) => ({ rule, path: `escalation_rules.${index}` })),
  ];
  return [
    { path: 'prompt', text: prompt },
    ...at('greeting', greeting),
    ...at('persona.speaking_style', persona.speaking_style),
    ...silence.questions.map((text, index) => ({ path: `silence.questions.${index}`, text })),
    ...at('silence.goodbye', silence.goodbye),
    ...rules.flatMap(({ rule, path }) => [...at(`${path}.when`, rule.when), ...at(`${path}.say`, rule.say)]),
  ];
};

const knowledgeTexts = ({ knowledge }: Assistant): Text[] =>
  knowledge.flatMap(({ title, text }, index) => [
    { path: `knowledge.${index}.title`, text: title },
    { path: `knowledge.${index}.text`, text },
  ]);

// Single braces do not count: prompts show JSON.
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

const namesIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim()).filter((name) => name !== '');

const isBroken = (text: string): boolean =>
  text.replace(PLACEHOLDER, (whole, name: string) => (name.trim() === '' ? whole : '')).includes('{{');

/** Variables that are used but do not exist, declared but not used, or without a value. */
export function variableFindings(assistant: Assistant): Finding[] {
  const { variables } = assistant;
  const declared = new Set(variables.map(({ name }) => name));
  const texts = spokenTexts(assistant);
  const named = new Set(texts.flatMap(({ text }) => namesIn(text)));
  return [
    ...repeatsIn(variables, ({ name }) => name).map((index) =>
      error(
        'variable_duplicate',
        `variables.${index}.name`,
        'Another variable has this name. Choose another name.',
      ),
    ),
    ...texts.flatMap(({ path, text }) => [
      ...[...new Set(namesIn(text))]
        .filter((name) => !declared.has(name))
        .map((name) =>
          error('variable_unknown', path, `There is no variable {{${name}}}. Declare it under variables.`),
        ),
      ...(isBroken(text)
        ? [error('placeholder_broken', path, 'A {{ has no name or is not closed; write {{first_name}}.')]
        : []),
    ]),
    ...variables.flatMap((variable, index) => [
      ...(named.has(variable.name)
        ? []
        : [
            warning(
              'variable_unused',
              `variables.${index}.name`,
              `Variable {{${variable.name}}} is never used. Use it or remove it.`,
            ),
          ]),
      ...valueFindings(variable, `variables.${index}`),
    ]),
    ...knowledgeTexts(assistant)
      .filter(({ text }) => namesIn(text).length > 0)
      .map(({ path }) =>
        warning(
          'placeholder_unfilled',
          path,
          'Knowledge has no variables. Name the variable in the prompt instead.',
        ),
      ),
  ];
}

function valueFindings(
  { name, source, required, default: value }: AssistantVariable,
  path: string,
): Finding[] {
  if (source === 'system') {
    return (SYSTEM_VARIABLES as readonly string[]).includes(name)
      ? []
      : [
          error(
            'system_variable_unknown',
            `${path}.name`,
            `The runtime fills in ${SYSTEM_VARIABLES.join(', ')}, but not ${name}.`,
          ),
        ];
  }
  if (source === 'fixed') {
    return value === undefined
      ? [
          error(
            'default_missing',
            `${path}.default`,
            'A fixed variable always has its default value: set a default.',
          ),
        ]
      : [];
  }
  if (required && value !== undefined) {
    return [
      warning(
        'default_unused',
        `${path}.default`,
        'A required variable never uses its default. Remove the default or make the variable optional.',
      ),
    ];
  }
  return !required && value === undefined
    ? [
        warning(
          'variable_may_be_empty',
          `${path}.default`,
          `If a call has no ${name}, the text is left blank there. Set a default or require it.`,
        ),
      ]
    : [];
}

const PLACE = 'the secrets of the project, and name it in a plugin';

/**
 * Finds credentials in texts for the model, which may disclose them to any caller. Findings do not
 * repeat them.
 */
export const credentialFindings = (assistant: Assistant): Finding[] => [
  ...[...spokenTexts(assistant), ...knowledgeTexts(assistant)].flatMap(({ path, text }) => {
    if (holdsCredential(text)) return [plainCredential(path, PLACE)];
    if (!revealsCredential(text)) return [];
    return [
      warning(
        'credential_suspected',
        path,
        'This looks like a password or a key, and the assistant may disclose it to any caller. Remove it ' +
          'unless all callers may know it.',
      ),
    ];
  }),
  ...assistant.variables.flatMap(({ name, default: value }, index) =>
    value !== undefined && (looksLikeCredential(name, value) || holdsCredential(value))
      ? [plainCredential(`variables.${index}.default`, PLACE)]
      : [],
  ),
];

/** Finds snippets with the same title, among which the model would choose at random. */
export const knowledgeFindings = ({ knowledge }: Assistant): Finding[] =>
  repeatsIn(knowledge, ({ title }) => title.trim().toLowerCase()).map((index) =>
    warning(
      'knowledge_duplicate',
      `knowledge.${index}.title`,
      'Another snippet has this title. If the two differ, callers may hear either.',
    ),
  );

export const TEXT_RULES: readonly FindingRule[] = [
  ['variable_unknown', 'error', 'a text names a variable that is not declared'],
  ['variable_unused', 'warning', 'no text names a declared variable'],
  ['variable_duplicate', 'error', 'two variables have one name'],
  ['placeholder_broken', 'error', 'two opening braces are not followed by a name, or are not closed'],
  ['placeholder_unfilled', 'warning', 'knowledge names a variable, but variables are not replaced there'],
  ['system_variable_unknown', 'error', 'the runtime fills in no variable of the name'],
  ['default_missing', 'error', 'a fixed variable has no default'],
  ['default_unused', 'warning', 'a required variable has a default'],
  ['variable_may_be_empty', 'warning', 'a variable that is not required has no default'],
  PLAIN_CREDENTIAL_RULE,
  ['credential_suspected', 'warning', 'a text seems to contain a password or a key'],
  ['knowledge_duplicate', 'warning', 'two snippets have one title, in any casing'],
];
