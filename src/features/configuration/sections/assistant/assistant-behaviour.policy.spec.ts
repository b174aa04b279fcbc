import { describe, expect, it } from 'vitest';
import { ends, FACTS, found, hands, PLAIN, triedAndListed } from '../../../../../test/support/assistants.js';
import type { Case } from '../../../../../test/support/assistants.js';
import { section as routing } from '../transfer-routing/transfer-routing.section.js';
import { BEHAVIOUR_RULES } from './assistant-behaviour.policy.js';
import { assistantFindings } from './assistant.policy.js';
import type { Assistant } from './assistant.schema.js';

// workspace 11.5
const BEHAVIOUR: readonly Case[] = [
  ['a greeting that is never said', { first_speaker: 'caller' }, ['warning greeting_unspoken greeting']],
  [
    'a sensitivity while nothing interrupts',
    { interruption: { enabled: false, sensitivity: 'high' } },
    ['error sensitivity_without_interruption interruption.sensitivity'],
  ],
  [
    'a greeting that can be stopped while nothing interrupts',
    { interruption: { enabled: false, during_greeting: true } },
    ['error greeting_rule_contradicts interruption.during_greeting'],
  ],
  [
    'no fault in a greeting that nothing stops',
    { interruption: { enabled: false, during_greeting: false } },
    [],
  ],
  [
    'silence that ends when the first question would be asked',
    { silence: { ask_after_seconds: 10, questions: ['There?'], end_call_after_seconds: 10 } },
    ['error silence_ends_first silence.end_call_after_seconds'],
  ],
  [
    'silence that ends before the second question',
    { silence: { ask_after_seconds: 10, questions: ['There?', 'Still?'], end_call_after_seconds: 20 } },
    ['warning silence_question_unasked silence.questions.1'],
  ],
  [
    'no fault in silence that ends a second later',
    { silence: { ask_after_seconds: 10, questions: ['There?', 'Still?'], end_call_after_seconds: 21 } },
    [],
  ],
  [
    'no fault in silence without questions',
    { silence: { ask_after_seconds: 60, questions: [], end_call_after_seconds: 5 } },
    [],
  ],
  [
    'two rules of one name, and not across the lists',
    {
      end_call_rules: [ends(), ends({ trigger: 'goodbye' })],
      escalation_rules: [hands({ rule_id: 'ends' })],
    },
    ['error rule_duplicate end_call_rules.1.rule_id'],
  ],
  [
    'two rules of one trigger',
    { escalation_rules: [hands(), hands({ rule_id: 'again' })] },
    ['warning trigger_shadowed escalation_rules.1.trigger'],
  ],
  [
    'a described trigger that is not described',
    { end_call_rules: [ends({ trigger: 'described' })] },
    ['error description_missing end_call_rules.0.when'],
  ],
  [
    'one trigger that ends and hands over',
    { end_call_rules: [ends({ trigger: 'emergency' })], escalation_rules: [hands()] },
    ['error rules_contradict escalation_rules.0.trigger'],
  ],
  [
    'one description that ends and hands over, in any spelling',
    {
      end_call_rules: [ends({ trigger: 'described', when: 'The caller  cries.' })],
      escalation_rules: [hands({ trigger: 'described', when: ' the caller cries. ' })],
    },
    ['error rules_contradict escalation_rules.0.trigger'],
  ],
  [
    'no fault in one trigger that is narrowed apart',
    {
      end_call_rules: [ends({ trigger: 'abuse', when: 'After a warning.' })],
      escalation_rules: [hands({ trigger: 'abuse', when: 'Before a warning.' })],
    },
    [],
  ],
  [
    'an end for callers whom transfer routing promises a person',
    { end_call_rules: [ends({ trigger: 'asks_for_person' })] },
    ['warning ends_instead_of_transfer end_call_rules.0.trigger'],
  ],
  [
    'no fault in it where transfer routing is off',
    { end_call_rules: [ends({ trigger: 'asks_for_person' })] },
    [],
    { 'transfer-routing': routing.defaults },
  ],
];

// Removing the greeting takes more than different fields.
const CASES = BEHAVIOUR;

describe('the rules of how an assistant behaves', () => {
  it.each(CASES)('find %s', (_, fields, findings, sections) => {
    expect(found(fields, sections)).toEqual(findings);
  });

  it('are all tried', () => {
    const { tried, listed } = triedAndListed(CASES, BEHAVIOUR_RULES);
    const below = ['error greeting_missing', 'warning greeting_rule_unused'];
    expect([...tried, ...below].toSorted()).toEqual(listed);
  });

  // workspace 11.5
  it('find an assistant that speaks first and has nothing to say', () => {
    const { greeting: _, ...silent } = PLAIN;
    const codes = (assistant: Assistant) => assistantFindings(assistant, FACTS).map(({ code }) => code);
    expect(codes(silent)).toEqual(['greeting_missing']);
    expect(codes({ ...silent, first_speaker: 'caller' })).toEqual([]);
    expect(
      codes({ ...silent, first_speaker: 'caller', interruption: { enabled: true, during_greeting: true } }),
    ).toEqual(['greeting_rule_unused']);
  });
});
