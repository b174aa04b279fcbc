import type { EventFacts } from './event-body.policy.js';
import type { EventType } from './vocabulary.js';

const LINES = [
  { role: 'agent', text: 'Good morning, this is an example.', offset_ms: 0 },
  { role: 'caller', text: 'I would like to book a visit.', offset_ms: 4200 },
] as const;

/** An invented call in the state of the event, for test deliveries. */
export function exampleFacts(event: EventType): EventFacts {
  const isOver = event === 'call_ended' || event === 'call_analyzed';
  return {
    call: {
      call_id: 'example-call',
      solution_id: null,
      campaign_id: null,
      contact_id: null,
      direction: 'inbound',
      channel: 'phone',
      call_status: isOver ? 'completed' : 'in_progress',
      started_at_utc: '2026-11-20T01:00:00.000Z',
      answered_at_utc: '2026-11-20T01:00:04.000Z',
      ended_at_utc: isOver ? '2026-11-20T01:02:22.000Z' : null,
      duration_seconds: isOver ? 142 : null,
      disconnection_reason: isOver ? 'caller_hangup' : 'unknown',
      human_escalation: false,
      version_number: 7,
    },
    transfer:
      event === 'transfer_initiated'
        ? {
            last_outcome: 'in_progress',
            attempts: [
              {
                kind: 'transfer',
                outcome: 'in_progress',
                at_utc: '2026-11-20T01:01:00.000Z',
                target_name: 'Reception',
              },
            ],
          }
        : null,
    analysis: {
      primary_outcome: {
        id: 'resolved',
        label: 'Resolved',
        label_key: 'calls.outcomes.resolved',
        state: 'classified',
      },
      sentiment: 'positive',
      summary: 'The caller booked a visit.',
    },
    redacted: LINES,
    original: LINES,
    transcriptStatus: 'available',
  };
}
