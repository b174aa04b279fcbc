import { Value } from '@sinclair/typebox/value';
import { expect } from 'vitest';
import type {
  FindingRule,
  SectionFacts,
} from '../../src/features/configuration/rules/sections/section-definition.js';
import { assistantFindings } from '../../src/features/configuration/sections/assistant/assistant.policy.js';
import { Assistant } from '../../src/features/configuration/sections/assistant/assistant.schema.js';
import { section } from '../../src/features/configuration/sections/assistant/assistant.section.js';
import { section as llmPolicy } from '../../src/features/configuration/sections/llm-policy/llm-policy.section.js';
import { section as plugins } from '../../src/features/configuration/sections/plugin-configuration/plugin-configuration.section.js';
import { section as providers } from '../../src/features/configuration/sections/provider-configuration/provider-configuration.section.js';
import { section as routing } from '../../src/features/configuration/sections/transfer-routing/transfer-routing.section.js';

const { defaults } = section;

/** The facts that the rules read: routing and plugins from the examples, and defaults. */
export const FACTS: SectionFacts = {
  now: new Date('2026-10-31T09:00:00Z'),
  timezone: 'Australia/Sydney',
  secretNames: new Set(),
  judgeNumber: () => null,
  isVerified: () => true,
  isPublished: true,
  sections: {
    'llm-policy': llmPolicy.defaults,
    'plugin-configuration': plugins.example,
    'provider-configuration': providers.defaults,
    'transfer-routing': routing.example,
  },
};

/** An assistant without any faults. */
export const PLAIN: Assistant = { ...defaults, prompt: 'You answer the phone.', greeting: 'Hello.' };

type Sections = Record<string, unknown>;

/** The findings about an assistant with these fields, in a project with these sections. */
export const found = (fields: Partial<Assistant>, sections: Sections = {}, isPublished = true): string[] => {
  const assistant = { ...PLAIN, ...fields };
  expect(Value.Check(Assistant, assistant)).toBe(true);
  const facts = { ...FACTS, isPublished, sections: { ...FACTS.sections, ...sections } };
  return assistantFindings(assistant, facts).map(({ severity, code, path }) => `${severity} ${code} ${path}`);
};

export const [frontDesk, service] = routing.example.customer_destinations as [
  (typeof routing.example.customer_destinations)[0],
  (typeof routing.example.customer_destinations)[0],
];
export const [records] = plugins.example.plugins as [(typeof plugins.example.plugins)[0]];
export const variable = (
  name: string,
  more: Partial<Assistant['variables'][0]> = {},
): Assistant['variables'][0] => ({ name, description: 'A name.', source: 'call', required: true, ...more });
export const ends = (more: Partial<Assistant['end_call_rules'][0]> = {}): Assistant['end_call_rules'][0] => ({
  rule_id: 'ends',
  trigger: 'goal_reached',
  ...more,
});
export const hands = (
  more: Partial<Assistant['escalation_rules'][0]> = {},
): Assistant['escalation_rules'][0] => ({
  rule_id: 'hands',
  trigger: 'emergency',
  ...more,
});

/** A case of a table: its name, the changed fields, the findings, and the changed sections. */
export type Case = [name: string, fields: Partial<Assistant>, findings: string[], sections?: Sections];

/**
 * The codes that the cases find and those that the rules list, each once; equal if every rule is
 * tried.
 */
export const triedAndListed = (cases: readonly Case[], rules: readonly FindingRule[]) => ({
  tried: [
    ...new Set(
      cases.flatMap(([, , findings]) => findings.map((finding) => finding.split(' ').slice(0, 2).join(' '))),
    ),
  ].toSorted(),
  listed: rules.map(([code, severity]) => `${severity} ${code}`).toSorted(),
});
