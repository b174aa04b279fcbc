import { domainToASCII } from 'node:url';
import { isEmail } from 'class-validator';
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '../../../core/http/schemas/schema-parts.js';

const SOUND = new RegExp(EMAIL_PATTERN);
// Addresses that are copied from a page or a mail may contain invisible marks.
const MARKS = /\p{Cf}/gu;

/**
 * An address in its stored form: without surrounding spaces, its domain in lower case and in ASCII
 * (email-routing 1.3).
 * @returns null for a text that no mail server accepts as an address
 */
export function readEmail(text: string): string | null {
  // Longer texts are not addresses, and need no further work.
  if (text.length > 4 * MAX_EMAIL_LENGTH) return null;
  const parts = text
    .replaceAll(MARKS, '')
    .split('@')
    .map((part) => part.trim());
  const [mailbox = '', domain = ''] = parts;
  if (parts.length !== 2) return null;
  const email = `${mailbox}@${domainToASCII(domain.normalize('NFC')).replace(/\.$/, '')}`;
  return email.length <= MAX_EMAIL_LENGTH && SOUND.test(email) && isEmail(email) ? email : null;
}

/**
 * Equal for two spellings of one mailbox: no mail server in use distinguishes upper and lower case.
 */
export const emailIdentity = (email: string): string => email.toLowerCase();
