import type { FieldError } from '../../../core/shared/platform-error.js';
import { detectPii } from '../../../core/privacy/pii/pii-tripwire.policy.js';

/** Labels are shown in lists: one with personal data is refused (caller-requests 5.6). */
export function personalLabel(labels: readonly string[]): FieldError | null {
  const place = labels.findIndex((label) => detectPii(label) !== null);
  return place < 0
    ? null
    : {
        loc: ['body', 'processing_result', 'project_labels', place],
        message: 'must name a project, and hold no personal data',
        type: 'personal_data',
      };
}
