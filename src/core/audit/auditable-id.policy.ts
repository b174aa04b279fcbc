import { scrubPersonalData } from '../privacy/masking/redaction.policy.js';

// Identifiers are at most this long.
const MAX_ID = 128;

/**
 * The text if it looks like an identifier, else null. A telephone number, a name or an address
 * typed in place of an id thus stays out of the audit trail (privacy 8.6).
 */
export function auditableId(text: string): string | null {
  if (text.length > MAX_ID || !/^[\w.:-]+$/.test(text)) return null;
  // These two stand in identifiers and between the digits of no number that is looked for, so
  // 0491_570_006 would pass.
  const grouped = text.replace(/[_:]/g, '-');
  return scrubPersonalData(text) === text && scrubPersonalData(grouped) === grouped ? text : null;
}
