import { describe, expect, it } from 'vitest';
import { ends, found, hands, records, triedAndListed } from '../../../../../test/support/assistants.js';
import type { Case } from '../../../../../test/support/assistants.js';
import { section as llmPolicy } from '../llm-policy/llm-policy.section.js';
import type { Assistant } from './assistant.schema.js';
import { SIZE_RULES } from './prompt-size.policy.js';

const realtime = {
  ...llmPolicy.defaults,
  native_routes: {
    front: {
      model_id: 'gpt-realtime',
      transport: 'websocket',
      purpose: 'speech_to_speech',
      timeout_ms: 3000,
    },
  },
};
/** Knowledge with this many characters in total. */
const knowing = (characters: number): Assistant['knowledge'] =>
  Array.from({ length: Math.ceil(characters / 4000) }, (_, index) => ({
    title: `Part ${index}`,
    text: 'x'.repeat(Math.min(4000, characters - index * 4000)),
  }));

// workspace 11.9: gpt-realtime holds 32,000 tokens; 12,000 of them are reserved for speech.
const SIZE: readonly Case[] = [
  ['no fault in what leaves enough', { knowledge: knowing(56_000) }, [], { 'llm-policy': realtime }],
  [
    'instructions that leave too little for a conversation',
    { knowledge: knowing(60_000) },
    ['warning prompt_crowds_conversation prompt'],
    { 'llm-policy': realtime },
  ],
  [
    'instructions that do not fit',
    {
      prompt: 'x'.repeat(20_000),
      knowledge: knowing(64_000),
      end_call_rules: Array.from({ length: 10 }, (_, index) =>
        ends({ rule_id: `r${index}`, when: `${index}${'x'.repeat(299)}`, say: 'x'.repeat(300) }),
      ),
      variables: [],
      escalation_rules: Array.from({ length: 10 }, (_, index) =>
        hands({ rule_id: `r${index}`, when: `${index}${'x'.repeat(299)}`, say: 'x'.repeat(300) }),
      ),
    },
    ['error prompt_exceeds_context prompt'],
    { 'llm-policy': realtime },
  ],
  ['no fault in the same for larger models', { prompt: 'x'.repeat(20_000), knowledge: knowing(64_000) }, []],
  [
    'Chinese by its bytes',
    { prompt: '你'.repeat(20_000) },
    ['warning prompt_crowds_conversation prompt'],
    { 'llm-policy': realtime },
  ],
  [
    'no fault in a route that holds no conversation',
    { knowledge: knowing(60_000) },
    [],
    {
      'llm-policy': {
        ...realtime,
        native_routes: { front: { ...realtime.native_routes.front, purpose: 'intent_detection' } },
      },
    },
  ],
  [
    'tools that the assistant may use',
    { knowledge: knowing(56_000), tools: [{ plugin_id: records.plugin_id }] },
    ['warning prompt_crowds_conversation prompt'],
    {
      'llm-policy': realtime,
      'plugin-configuration': {
        plugins: [
          { ...records, tools: records.tools.map((tool) => ({ ...tool, description: 'x'.repeat(4000) })) },
        ],
      },
    },
  ],
];

const CASES = SIZE;

describe('the rules for the size of a prompt', () => {
  it.each(CASES)('find %s', (_, fields, findings, sections) => {
    expect(found(fields, sections)).toEqual(findings);
  });

  it('are all tried', () => {
    const { tried, listed } = triedAndListed(CASES, SIZE_RULES);
    expect(tried).toEqual(listed);
  });
});
