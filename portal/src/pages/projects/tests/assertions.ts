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

/** The expected value of an assertion of any kind. */
function expectedOf(assertion: Assertion): string {
  switch (assertion.kind) {
    case 'agent_says':
      return assertion.text;
    case 'transfers_to':
      return assertion.destination;
    case 'tool_called':
      return assertion.tool;
    case 'ends_call_by':
      return assertion.party;
    case 'max_turns':
      return String(assertion.turns);
    case 'max_first_response_ms':
      return String(assertion.milliseconds);
    case 'language_is':
      return assertion.language;
  }
}
