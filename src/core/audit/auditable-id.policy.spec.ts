import { describe, expect, it } from 'vitest';
import { auditableId } from './auditable-id.policy.js';

// privacy 8.6
describe('an identifier in the audit trail', () => {
  it.each([
    'acme-dental-front-desk-k3vq72',
    'room-2026-10-31-000123',
    'user_4711',
    'crm:user.4711',
    '0196a000-0000-7000-8000-000000000005',
    'a'.repeat(128),
  ])('may be %j', (id) => {
    expect(auditableId(id)).toBe(id);
  });

  it.each([
    '',
    'Zoe Quixwood',
    'zoe.quixwood@example.com',
    '+61491570156',
    '61491570156',
    '0491-570-156',
    '0491_570_156',
    '0491:570:156',
    'user-0491.570.156',
    '٠٤٩١٥٧٠١٥٦',
    'ōtani',
    'two\nlines',
    'with\0nul',
    'a'.repeat(129),
  ])('is never %j', (text) => {
    expect(auditableId(text)).toBeNull();
  });
});
