import { error, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule, SectionFacts } from '../../rules/sections/section-definition.js';
import { BEHAVIOUR_RULES, behaviourFindings } from './assistant-behaviour.policy.js';
import { REFERENCE_RULES, referenceFindings } from './assistant-references.policy.js';
import {
  credentialFindings,
  knowledgeFindings,
  TEXT_RULES,
  variableFindings,
} from './assistant-texts.policy.js';
import type { Assistant } from './assistant.schema.js';
import { SIZE_RULES, sizeFindings } from './prompt-size.policy.js';

/** The rules of the assistant that a schema cannot express (workspace section 11). */
export const assistantFindings = (assistant: Assistant, facts: SectionFacts): Finding[] => [
  ...presenceFindings(assistant, facts),
  ...variableFindings(assistant),
  ...credentialFindings(assistant),
  ...knowledgeFindings(assistant),
  ...behaviourFindings(assistant, facts),
  ...referenceFindings(assistant, facts),
  ...sizeFindings(assistant, facts),
];

/** The first version needs an assistant; older projects continue without one (workspace 11.2). */
function presenceFindings({ prompt }: Assistant, { isPublished }: SectionFacts): Finding[] {
  if (prompt.trim() !== '') return [];
  const message = 'The project has no assistant: save one with a prompt.';
  return [
    isPublished
      ? warning('assistant_missing', 'prompt', message)
      : error('assistant_missing', 'prompt', message),
  ];
}

export const ASSISTANT_RULES: readonly FindingRule[] = [
  ['assistant_missing', 'error', 'there is no prompt, and the project was never published'],
  ['assistant_missing', 'warning', 'there is no prompt, and the project was published without one before'],
  ...TEXT_RULES,
  ...BEHAVIOUR_RULES,
  ...REFERENCE_RULES,
  ...SIZE_RULES,
];
