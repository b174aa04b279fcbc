import { aShownCall, LEGACY, LINES, PROFILES, V2, V3 } from './exporting.js';
import type { PostedCall } from '../../support/random-calls.js';

/** Calls in October, of all kinds that filters and checks distinguish. */
export function variedCalls(project: string, count: number, random: () => number): PostedCall[] {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  return Array.from({ length: count }, () => {
    const started = Date.parse('2025-10-01T00:00:00.000Z') + Math.floor(random() * 31 * 86_400_000);
    const consented = pick([0, 10_000, 10_000, 10_000, -10_000]);
    return aShownCall(project, {
      started_at_utc: new Date(started).toISOString(),
      ended_at_utc: new Date(started + 60_000).toISOString(),
      call_status: pick(['completed', 'missed', 'failed']),
      resolution_status: pick(['resolved', 'transferred', 'caller_hangup', null]),
      agent_name: pick(['Ava', 'Zoe', null]),
      caller_number: pick(['+61400000123', '+61400000456', null]),
      redacted_transcript: pick([
        ...Array.from({ length: 3 }, () => ({ status: 'verified', lines: LINES })),
        { status: 'pending', lines: LINES },
        null,
      ]),
      consent: pick([
        null,
        { status: 'declined', method: 'express', obtained_at_utc: new Date(started + 1000).toISOString() },
        ...Array.from({ length: 3 }, () => ({
          status: 'obtained',
          method: pick(['express', 'express', 'express', 'implied']),
          obtained_at_utc: new Date(started + consented).toISOString(),
        })),
      ]),
    });
  });
}

/** A random body with any profile and filter; some match nothing. */
export function randomBody(random: () => number): object {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const some = (name: string, values: readonly string[]): object =>
    random() < 0.3 ? { [name]: pick(values) } : {};
  const profile = pick([...Object.values(PROFILES), V2, V3, { ...LEGACY, include_transcript_text: true }]);
  return {
    ...profile,
    ...some('start_date', ['2025-10-03', '2025-10-12T06:30:00Z', '2025-10-20']),
    ...some('end_date', ['2025-10-22', '2025-10-25T18:00:00Z', '2025-10-30']),
    ...some('status', ['completed', 'missed']),
    ...some('primary_outcome', ['resolved', 'transferred']),
    ...some('agent', ['Ava', 'Nobody']),
    ...some('caller', ['+61400000123', '+61400000456']),
    ...(profile === V3 && random() < 0.3 ? { redact_personal_information: false } : {}),
  };
}
