import { isRecord } from '../../../../core/shared/json/json-path.js';
import { error, repeatsIn, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule, SectionFacts } from '../../rules/sections/section-definition.js';
import { isTransferOn } from '../../rules/sections/other-sections.policy.js';
import type { Assistant, EndCallRule } from './assistant.schema.js';

/** Rules of a conversation that contradict each other, or can never apply. */
export const behaviourFindings = (assistant: Assistant, facts: SectionFacts): Finding[] => [
  ...openingFindings(assistant),
  ...interruptionFindings(assistant),
  ...silenceFindings(assistant),
  ...ruleFindings(assistant.end_call_rules, 'end_call_rules'),
  ...ruleFindings(assistant.escalation_rules, 'escalation_rules'),
  ...conflictFindings(assistant),
  ...personFindings(assistant, facts),
];

function openingFindings({ prompt, first_speaker, greeting }: Assistant): Finding[] {
  // Without a prompt there is no conversation to open.
  if (first_speaker === 'assistant' && greeting === undefined && prompt.trim() !== '') {
    return [
      error(
        'greeting_missing',
        'greeting',
        'The assistant speaks first and has nothing to say. Give it a greeting or let the caller speak first.',
      ),
    ];
  }
  return first_speaker === 'caller' && greeting !== undefined
    ? [
        warning(
          'greeting_unspoken',
          'greeting',
          'The caller speaks first, so this is never spoken. Remove it or let the assistant speak first.',
        ),
      ]
    : [];
}

function interruptionFindings({ first_speaker, interruption }: Assistant): Finding[] {
  const { enabled, sensitivity, during_greeting } = interruption;
  const findings: Finding[] = [];
  if (!enabled && sensitivity !== undefined) {
    findings.push(
      error(
        'sensitivity_without_interruption',
        'interruption.sensitivity',
        'Interruption is off, so its sensitivity has no effect. Turn interruption on or remove the sensitivity.',
      ),
    );
  }
  if (during_greeting === true && !enabled) {
    findings.push(
      error(
        'greeting_rule_contradicts',
        'interruption.during_greeting',
        'The greeting can be interrupted, but interruption is off. Change one of the two settings.',
      ),
    );
  } else if (during_greeting !== undefined && first_speaker === 'caller') {
    findings.push(
      warning(
        'greeting_rule_unused',
        'interruption.during_greeting',
        'The caller speaks first, so there is no greeting to interrupt.',
      ),
    );
  }
  return findings;
}

function silenceFindings({ silence }: Assistant): Finding[] {
  const { ask_after_seconds: every, questions, end_call_after_seconds: end } = silence;
  return questions.flatMap((_, index) => {
    const asked = every * (index + 1);
    if (asked < end) return [];
    const message = `The question would be asked after ${asked} s of silence, but the call ends after ${end} s.`;
    return [
      index === 0
        ? error('silence_ends_first', 'silence.end_call_after_seconds', `${message} End the call later.`)
        : warning('silence_question_unasked', `silence.questions.${index}`, message),
    ];
  });
}

/** The trigger of a rule; two rules with the same key fire together. */
const keyOf = ({ trigger, when }: EndCallRule): string =>
  `${trigger} ${(when ?? '').trim().replace(/\s+/g, ' ').toLowerCase()}`;

function ruleFindings(rules: readonly EndCallRule[], list: string): Finding[] {
  return [
    ...repeatsIn(rules, ({ rule_id }) => rule_id).map((index) =>
      error(
        'rule_duplicate',
        `${list}.${index}.rule_id`,
        'Another rule in the list has this name. Choose another name.',
      ),
    ),
    ...repeatsIn(rules, keyOf).map((index) =>
      warning(
        'trigger_shadowed',
        `${list}.${index}.trigger`,
        'An earlier rule has the same trigger. Remove one of the two.',
      ),
    ),
    ...rules.flatMap(({ trigger, when }, index) =>
      trigger === 'described' && when === undefined
        ? [error('description_missing', `${list}.${index}.when`, 'Describe when the rule applies.')]
        : [],
    ),
  ];
}

/** One reason cannot both end a call and transfer it. */
function conflictFindings({ end_call_rules, escalation_rules }: Assistant): Finding[] {
  const ending = new Map(end_call_rules.map((rule) => [keyOf(rule), rule.rule_id]));
  return escalation_rules.flatMap((rule, index) => {
    const other = ending.get(keyOf(rule));
    return other === undefined
      ? []
      : [
          error(
            'rules_contradict',
            `escalation_rules.${index}.trigger`,
            `The rule ${other} ends the call for the same reason. Keep one of the two, or narrow one with when.`,
          ),
        ];
  });
}

/** Transfer routing promises a person to callers who ask for one. */
function personFindings({ end_call_rules }: Assistant, facts: SectionFacts): Finding[] {
  const routing = facts.sections['transfer-routing'];
  const triggers = isRecord(routing) ? routing['triggers'] : undefined;
  if (!isTransferOn(facts) || !isRecord(triggers) || triggers['caller_requests_human'] !== true) return [];
  return end_call_rules.flatMap(({ trigger, when }, index) =>
    trigger === 'asks_for_person' && when === undefined
      ? [
          warning(
            'ends_instead_of_transfer',
            `end_call_rules.${index}.trigger`,
            'Transfer routing hands such callers over. Turn one of the two off.',
          ),
        ]
      : [],
  );
}

export const BEHAVIOUR_RULES: readonly FindingRule[] = [
  ['greeting_missing', 'error', 'the assistant speaks first and has no greeting'],
  ['greeting_unspoken', 'warning', 'the caller speaks first and there is a greeting'],
  ['sensitivity_without_interruption', 'error', 'interruption is off and has a sensitivity'],
  ['greeting_rule_contradicts', 'error', 'the greeting can be stopped and interruption is off'],
  [
    'greeting_rule_unused',
    'warning',
    'the greeting has an interruption setting, but the caller speaks first',
  ],
  ['silence_ends_first', 'error', 'silence ends the call before the first question is asked'],
  ['silence_question_unasked', 'warning', 'silence ends the call before a later question is asked'],
  ['rule_duplicate', 'error', 'two rules of a list have one id'],
  ['trigger_shadowed', 'warning', 'an earlier rule of the list has the same trigger and the same when'],
  ['description_missing', 'error', 'a rule with the trigger "described" has no description'],
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
];
