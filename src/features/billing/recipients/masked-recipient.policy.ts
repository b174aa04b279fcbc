import { maskManual } from '../../../core/privacy/masking.policy.js';

/**
 * `j***@e***.com`: the first letter of the mailbox and of the domain, and what the domain ends with (billing 10.1). What has no
 * single @ shows nothing.
 */
export function maskEmail(email: string): string {
  const parts = email.trim().split('@');
  const [mailbox = '', domain = ''] = parts;
  const end = domain.lastIndexOf('.');
  if (parts.length !== 2 || mailbox === '' || end < 1) return '***';
  return `${firstOf(mailbox)}***@${firstOf(domain)}***${domain.slice(end)}`;
}

/** `J***`: the first letter of a name, as elsewhere. */
export const maskName = (name: string | null): string | null => (name === null ? null : maskManual(name));

// A character may be two units long, and half of one is none. Of fewer than three it would show more than a third (privacy 3.2).
const firstOf = (text: string): string => /^([\p{L}\p{N}])[^]{2}/u.exec(text)?.[1] ?? '';
