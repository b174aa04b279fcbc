import type { Assistant } from '#app/features/configuration/sections/assistant/assistant.schema.js';
import { section as assistantSection } from '#app/features/configuration/sections/assistant/assistant.section.js';
import type { TransferRouting } from '#app/features/configuration/sections/transfer-routing/transfer-routing.schema.js';
import { section as transferRouting } from '#app/features/configuration/sections/transfer-routing/transfer-routing.section.js';

/** The configuration of a demo project: its assistant, and its transfer destinations. */
export interface DemoAssistant {
  readonly assistant: Assistant;
  readonly routing: Omit<TransferRouting, 'customer_destinations_version'>;
  /** Whether the runtime can apply it; false: the runtime reports another configuration. */
  readonly isApplied: boolean;
}

const { customer_destinations_version: _, ...noTransfers } = transferRouting.defaults;

/** Transfer routing to one desk, unless a rule names another. */
export const routing = (
  ...desks: readonly { readonly id: string; readonly label: string; readonly number: string }[]
): DemoAssistant['routing'] => ({
  ...noTransfers,
  enabled: true,
  customer_destinations: desks.map(({ id, label, number }, index) => ({
    destination_id: id,
    label,
    type: 'phone',
    phone_number: number,
    mode: index === 0 ? 'warm' : 'cold',
    priority: (index + 1) * 10,
    enabled: true,
  })),
  default_destination_id: desks[0]!.id,
  announcements: { caller: 'One moment, I will put you through.', hold_music: true },
  fallback: {
    action: 'callback',
    message: 'All our people are busy right now. We will call you back.',
    callback_within_minutes: 120,
  },
});

/** The day of the call, which the runtime knows. */
export const TODAY: Assistant['variables'] = [
  { name: 'weekday', description: 'The day of the week of the call.', source: 'system', required: false },
  { name: 'current_date', description: 'The date of the call.', source: 'system', required: false },
];

/** The rule of every assistant: end the call when the caller says goodbye. */
export const GOODBYE: Assistant['end_call_rules'][number] = {
  rule_id: 'caller-is-done',
  trigger: 'goodbye',
  say: 'Thank you for calling. Goodbye.',
};

/** Settings that all assistants of the demo share. */
export const common = {
  ...assistantSection.defaults,
  variables: TODAY,
  interruption: { enabled: true, sensitivity: 'medium' },
  end_call_rules: [GOODBYE],
} satisfies Partial<Assistant>;

/** A prompt of several lines. */
export const lines = (...texts: readonly string[]): string => texts.join('\n');
