import { Type, type Static } from '@sinclair/typebox';
import { closed, oneOf } from '../../../core/http/schemas/schema-parts.js';

/** Kinds of events that a conversation may trigger. */
export const CONVERSATION_FINDINGS = [
  'tripwire',
  'end_call_rule',
  'escalation_rule',
  'transfer',
  'tool',
] as const;

/**
 * Names an item of the configuration, or a tripwire of the runtime, that a conversation has
 * triggered.
 */
export const conversationFinding = closed({
  kind: oneOf(CONVERSATION_FINDINGS, {
    description:
      'tripwire: a guard of the runtime held words back. The others name a rule, a destination or a tool of the configuration.',
  }),
  name: Type.String({
    pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,63}$',
    'x-message':
      'must begin with a letter or underscore, and contain at most 64 letters, digits, hyphens and underscores',
    description: 'Its name; for a tripwire, what it found.',
    examples: ['caller-is-done'],
  }),
  turn: Type.Integer({
    minimum: 0,
    maximum: 1000,
    description: "The caller's line, from 1; 0: before the first one.",
  }),
});
export type ConversationFinding = Static<typeof conversationFinding>;
