import type { PiiKind } from '../../../src/core/privacy/pii/pii-permission.policy.js';
import { CANARIES } from '../privacy/canaries.js';

/** As spoken: only for people with permission. */
const SPOKEN = [{ role: 'caller', text: `${CANARIES.transcript}, says ${CANARIES.name}`, offset_ms: 0 }];
/** The redacted lines, which everyone may read. */
export const REDACTED = [{ role: 'caller', text: 'my pet ate the invoice', offset_ms: 0 }];
export const SUMMARY = `${CANARIES.summary}, ${CANARIES.email}`;

export const PERSONAL = {
  caller_number: CANARIES.phone,
  caller_name: CANARIES.name,
  summary: SUMMARY,
  transcript: SPOKEN,
  redacted_transcript: { status: 'verified', lines: REDACTED },
  transfer: {
    last_outcome: 'completed',
    attempts: [
      {
        kind: 'transfer',
        target_name: 'Front desk',
        outcome: 'completed',
        at_utc: '2026-10-10T01:01:00.000Z',
      },
    ],
  },
};

export const EVERY_KIND: readonly PiiKind[] = ['raw_caller', 'summary', 'transcript'];
