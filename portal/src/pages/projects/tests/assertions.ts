import type { ConversationTestSent } from '../../../api/generated';

export type Assertion = ConversationTestSent['assertions'][number];
export type AssertionKind = Assertion['kind'];

/** A first assertion of each kind. */
export const FIRST: { readonly [Kind in AssertionKind]: Extract<Assertion, { kind: Kind }> } = {
  agent_says: { kind: 'agent_says', match: 'contains', text: '' },
  transfers_to: { kind: 'transfers_to', destination: '' },
  tool_called: { kind: 'tool_called', tool: '' },
  ends_call_by: { kind: 'ends_call_by', party: 'agent' },
  max_turns: { kind: 'max_turns', turns: 10 },
  max_first_response_ms: { kind: 'max_first_response_ms', milliseconds: 2_000 },
  language_is: { kind: 'language_is', language: 'en-AU' },
};

export const KINDS = Object.keys(FIRST) as AssertionKind[];
