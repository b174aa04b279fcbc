/**
 * Why a file is refused (support-attachments 4.3).
 * - content_mismatch: its content is of another type than its name, or of none that is taken
 * - encrypted: it cannot be scanned
 * - also_another_type: programs read it as a second type
 * - too_large_inside: its archive unpacks to far more than its size
 * - active_content: it carries macros
 * - damaged: it is not whole
 */
export const REFUSALS = [
  'content_mismatch',
  'encrypted',
  'also_another_type',
  'too_large_inside',
  'active_content',
  'damaged',
] as const;
export type Refusal = (typeof REFUSALS)[number];
