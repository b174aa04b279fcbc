import { expect, it } from 'vitest';
import {
  RUNTIME_FAILURES,
  TEST_CALL_OUTCOMES,
} from '../../src/features/assistant-tests/rules/test-call-status.policy.js';
import { endOfTestCall, resultOf } from './rehearsals.ts';
import type { ScriptedTest } from './rehearsals.ts';

const SECTIONS = {
  assistant: {
    greeting: 'Good day, the practice.',
    languages: ['en-AU'],
    end_call_rules: [{ rule_id: 'done' }],
  },
  'transfer-routing': {
    enabled: true,
    customer_destinations: [
      { destination_id: 'front-desk', enabled: true },
      { destination_id: 'ward', enabled: false },
    ],
  },
  'plugin-configuration': { plugins: [{ tools: [{ name: 'find_slots' }] }] },
};

const held = (says: string, assertion: ScriptedTest['assertions'][number], language = 'en-AU'): boolean => {
  const test = { script: { language, turns: [{ says }] }, assertions: [assertion] };
  const { assertions } = resultOf(SECTIONS, test) as { assertions: { index: number; passed: boolean }[] };
  expect(assertions.map(({ index }) => index)).toEqual([0]);
  return assertions[0]!.passed;
};

it.each([
  ['Hello', { kind: 'agent_says', match: 'contains', text: 'GOOD DAY' }, true],
  ['Hello', { kind: 'agent_says', match: 'contains', text: 'good night' }, false],
  ['Hello', { kind: 'agent_says', match: 'not_contains', text: 'good night' }, true],
  ['I want the front-desk', { kind: 'transfers_to', destination: 'front-desk' }, true],
  ['Hello', { kind: 'transfers_to', destination: 'front-desk' }, false],
  ['I want the ward', { kind: 'transfers_to', destination: 'ward' }, false],
  ['Please find_slots', { kind: 'tool_called', tool: 'find_slots' }, true],
  ['Hello', { kind: 'tool_called', tool: 'find_slots' }, false],
  ['Hello', { kind: 'ends_call_by', party: 'agent' }, true],
  ['I want the front-desk', { kind: 'ends_call_by', party: 'transfer' }, true],
  ['Hello', { kind: 'max_turns', turns: 1 }, true],
  ['Hello', { kind: 'max_first_response_ms', milliseconds: 400 }, true],
  ['Hello', { kind: 'max_first_response_ms', milliseconds: 399 }, false],
  ['Hello', { kind: 'language_is', language: 'en-AU' }, true],
  ['Hello', { kind: 'language_is', language: 'fr' }, false],
])('in the sandbox, after "%s", %j held: %s', (says, assertion, expected) => {
  expect(held(says, assertion)).toBe(expected);
});

it('does not speak a language that the assistant has not', () => {
  expect(held('Bonjour', { kind: 'language_is', language: 'fr' }, 'fr')).toBe(false);
});

it('ends a test call to any number in words that are taken', () => {
  for (let number = 0; number < 100; number += 1) {
    const end = endOfTestCall(`+612555012${String(number).padStart(2, '0')}`) as Record<string, string>;
    const { state, outcome, failure_reason: reason } = end;
    const words: readonly string[] = state === 'ended' ? TEST_CALL_OUTCOMES : RUNTIME_FAILURES;
    expect(words).toContain(state === 'ended' ? outcome : reason);
  }
});

it('says what was said last and what came up, line by line', () => {
  const turns = ['Hello', 'Call +61 491 579 999', 'The front-desk, find_slots'].map((says) => ({ says }));
  const report = resultOf(SECTIONS, { script: { language: 'en-AU', turns }, assertions: [] }) as {
    findings: object[];
    redacted_excerpt: { lines: { role: string; text: string }[] };
  };
  expect(report.findings).toEqual([
    { kind: 'tripwire', name: 'personal_data', turn: 2 },
    { kind: 'tool', name: 'find_slots', turn: 3 },
    { kind: 'transfer', name: 'front-desk', turn: 3 },
  ]);
  const { lines } = report.redacted_excerpt;
  expect(lines.map(({ role, text }) => `${role}: ${text}`)).toEqual([
    'caller: Hello',
    'agent: Hello',
    'caller: Call +[redacted]',
    'agent: Call +[redacted]',
    'caller: The front-desk, find_slots',
    'agent: The front-desk, find_slots',
  ]);
  const [first] = resultOf(SECTIONS, {
    script: { language: 'en-AU', turns: [{ says: 'Hi' }] },
    assertions: [],
  })['findings' as never] as object[];
  expect(first).toEqual({ kind: 'end_call_rule', name: 'done', turn: 1 });
});
