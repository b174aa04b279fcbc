import { scrubPersonalData } from '../privacy/masking/redaction.policy.js';

const MAX_ID = 128;

/**
 * The text if it looks like an identifier, else null, so that numbers, names and addresses typed in
 * place of an id stay out of the trail (privacy 8.6).
 */
export function auditableId(text: string): string | null {
  if (text.length > MAX_ID || !/^[\w.:-]+$/.test(text)) return null;
  // Identifiers may contain both, but not between the digits of numbers: 0491_570_006 would pass.
  const grouped = text.replace(/[_:]/g, '-');
  return scrubPersonalData(text) === text && scrubPersonalData(grouped) === grouped ? text : null;
}
