import { error, warning } from '../../configuration/finding.js';
import { PLAIN_CREDENTIAL_RULE } from '../../configuration/plain-credentials.policy.js';
import type { Finding, FindingRule, SectionFacts } from '../../configuration/section-definition.js';
import { behaviourFindings } from './assistant-behaviour.policy.js';
import { referenceFindings } from './assistant-references.policy.js';
import { credentialFindings, knowledgeFindings, variableFindings } from './assistant-texts.policy.js';
import type { Assistant } from './assistant.schema.js';
import { sizeFindings } from './prompt-size.policy.js';

/** What a schema cannot say about the assistant (workspace section 11). */
export const assistantFindings = (assistant: Assistant, facts: SectionFacts): Finding[] => [
  ...presenceFindings(assistant, facts),
  ...variableFindings(assistant),
  ...credentialFindings(assistant),
  ...knowledgeFindings(assistant),
  ...behaviourFindings(assistant, facts),
  ...referenceFindings(assistant, facts),
  ...sizeFindings(assistant, facts),
];

/** A project is not published for the first time without an assistant; older ones go on without (workspace 11.2). */
function presenceFindings({ prompt }: Assistant, { isPublished }: SectionFacts): Finding[] {
  if (prompt.trim() !== '') return [];
  const message = 'The project has no assistant: save one with a prompt.';
  return [
    isPublished
      ? warning('assistant_missing', 'prompt', message)
      : error('assistant_missing', 'prompt', message),
  ];
}

/** All that these rules may find. */
export const ASSISTANT_RULES: readonly FindingRule[] = [
  ['assistant_missing', 'error', 'there is no prompt, and the project was never published'],
  ['assistant_missing', 'warning', 'there is no prompt, and the project was published without one before'],
  ['variable_unknown', 'error', 'a text names a variable that is not declared'],
  ['variable_unused', 'warning', 'no text names a declared variable'],
  ['variable_duplicate', 'error', 'two variables have one name'],
  ['placeholder_broken', 'error', 'two opening braces have no name behind them, or are not closed'],
  ['placeholder_unfilled', 'warning', 'knowledge names a variable, and is read as it stands'],
  ['system_variable_unknown', 'error', 'the runtime fills in no variable of the name'],
  ['default_missing', 'error', 'a fixed variable has no default'],
  ['default_unused', 'warning', 'a required variable has a default'],
  ['variable_may_be_empty', 'warning', 'a variable that is not required has no default'],
  PLAIN_CREDENTIAL_RULE,
  ['knowledge_duplicate', 'warning', 'two snippets have one title, in any casing'],
  ['greeting_missing', 'error', 'the assistant speaks first and has no greeting'],
  ['greeting_unspoken', 'warning', 'the caller speaks first and there is a greeting'],
  ['sensitivity_without_interruption', 'error', 'interruption is off and has a sensitivity'],
  ['greeting_rule_contradicts', 'error', 'the greeting can be stopped and interruption is off'],
  [
    'greeting_rule_unused',
    'warning',
    'it is said whether the greeting can be stopped, and the caller speaks first',
  ],
  ['silence_ends_first', 'error', 'silence ends the call before the first question is asked'],
  ['silence_question_unasked', 'warning', 'silence ends the call before a later question is asked'],
  ['rule_duplicate', 'error', 'two rules of a list have one id'],
  ['trigger_shadowed', 'warning', 'an earlier rule of the list has the same trigger and the same when'],
  ['description_missing', 'error', 'a rule with the trigger described does not describe it'],
  [
    'rules_contradict',
    'error',
    'a rule ends the call and another hands it over for the same trigger and when',
  ],
  [
    'ends_instead_of_transfer',
    'warning',
    'callers who ask for a person are hung up on, and transfer routing hands them over',
  ],
  ['voice_unknown', 'error', 'the catalogue has no such voice'],
  ['voice_deprecated', 'warning', 'the voice is on its way out'],
  [
    'voice_language',
    'error',
    'the voice, or that of the providers, speaks another language than the main one',
  ],
  ['language_unspoken', 'warning', 'the voice speaks another language than a further one'],
  ['language_unheard', 'warning', 'the providers hear callers in another language than the main one'],
  ['transfer_disabled', 'error', 'calls are to be handed over and transfer routing is off'],
  ['destination_unknown', 'error', 'transfer routing has no such destination'],
  ['destination_disabled', 'warning', 'transfer routing has disabled the destination'],
  ['phone_number_invalid', 'error', 'no numbering plan has the number'],
  ['transfer_loops_back', 'error', 'an enabled destination of transfer routing dials an inbound number'],
  ['plugin_unknown', 'error', 'the project has no such plugin'],
  ['plugin_disabled', 'error', 'the plugin is off'],
  ['tool_unknown', 'error', 'the plugin has no such tool'],
  ['tool_duplicate', 'warning', 'a plugin or tool is listed twice'],
  [
    'prompt_exceeds_context',
    'error',
    'with the longest answer, a model of the model policy cannot hold all that the assistant is told',
  ],
  ['prompt_crowds_conversation', 'warning', 'it can, and leaves too little for a conversation'],
];
