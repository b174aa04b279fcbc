import { domainToASCII } from 'node:url';
import { isEmail } from 'class-validator';
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '../../../core/http/schemas/schema-parts.js';

const SOUND = new RegExp(EMAIL_PATTERN);
// Invisible marks come with an address that was copied from a page or a mail.
const MARKS = /\p{Cf}/gu;

/**
 * An address in the one writing in which it is stored: without blanks around it, its domain in lower
 * case and in the letters of the mail system (email-routing 1.3).
 * @returns null for a text that no mail server accepts as an address
 */
export function readEmail(text: string): string | null {
  // Longer texts are no addresses, and need no work.
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
