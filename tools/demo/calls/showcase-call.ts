import { mobileNumber, spokenNumber } from '../fictitious-numbers.ts';

/**
 * The call in the examples of the OpenAPI document, so that a call can be opened without searching
 * for one.
 */
export const SHOWCASE_CALL_ID = 'room-2026-10-31-000123';
export const SHOWCASE_TENANT = { clientId: 'acme-dental', dataEnv: 'prod' } as const;
export const SHOWCASE_PROJECT_ID = 'acme-dental-front-desk-k3vq72';

/** Yesterday: within every range that ends today, and already ended. */
const AGE_MS = 86_400_000;
const SECONDS = 142;
const CALLER = { name: 'Jordan Blake', number: mobileNumber(3) };

const LINES = [
  ['agent', 'How can I help you today?'],
  ['caller', 'I would like to book a check-up.'],
  ['agent', 'Gladly. May I have your name, please?'],
  ['caller', '{name}.'],
  ['agent', 'Thank you. What is the best number to reach you on?'],
  ['caller', '{number}.'],
  ['agent', 'Tuesday at half past two is free. Does that suit you?'],
  ['caller', 'That is perfect, thank you.'],
] as const;

/** The record of the showcase call, in the form that the voice runtime would have sent. */
export function showcaseCall(now: Date) {
  const startedMs = now.getTime() - AGE_MS;
  const isoAfter = (seconds: number) => new Date(startedMs + seconds * 1000).toISOString();
  const lines = (name: string, number: string) =>
    LINES.map(([role, text], index) => ({
      role,
      text: text.replace('{name}', name).replace('{number}', number),
      offset_ms: 1_000 + index * 16_000,
    }));
  return {
    call_id: SHOWCASE_CALL_ID,
    revision: 1,
    project_id: SHOWCASE_PROJECT_ID,
    direction: 'inbound',
    channel: 'phone',
    call_status: 'completed',
    started_at_utc: isoAfter(0),
    answered_at_utc: isoAfter(4),
    ended_at_utc: isoAfter(SECONDS),
    duration_seconds: SECONDS,
    caller_number: CALLER.number,
    caller_name: CALLER.name,
    agent_name: 'Ava',
    resolution_status: 'resolved',
    end_reason: 'caller_hangup',
    sentiment: 'positive',
    booking: { created: true },
    cost_usd: 0.29,
    cost_parts: { speech_to_text: 0.04, model: 0.1, text_to_speech: 0.06, telephony: 0.07, platform: 0.02 },
    cost_local: 0.45,
    currency: 'AUD',
    ai_response_seconds: 0.84,
    response_times: { turns: 4, p50_ms: 780, p95_ms: 1390, max_ms: 1640 },
    provider_label: 'lark-voice',
    summary: 'Booked a check-up for Tuesday afternoon.',
    transcript: lines(CALLER.name, spokenNumber(CALLER.number)),
    redacted_transcript: { status: 'verified', lines: lines('[name removed]', '[number removed]') },
    consent: { status: 'obtained', method: 'express', obtained_at_utc: isoAfter(6) },
    recording_available: true,
  };
}
