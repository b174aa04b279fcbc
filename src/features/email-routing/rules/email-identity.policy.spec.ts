import { describe, expect, it } from 'vitest';
import { emailIdentity, readEmail } from './email-identity.policy.js';

// email-routing 1.3
describe('an address', () => {
  it.each([
    ['desk@example.com', 'desk@example.com'],
    ['  Desk@EXAMPLE.com\n', 'Desk@example.com'],
    ['\u200bdesk@example.com\u00a0', 'desk@example.com'],
    ['desk @ example.com', 'desk@example.com'],
    ['desk@example.com.', 'desk@example.com'],
    ['post@bücher.de', 'post@xn--bcher-kva.de'],
    ['post@bu\u0308cher.DE', 'post@xn--bcher-kva.de'],
    ['post@XN--BCHER-KVA.de', 'post@xn--bcher-kva.de'],
    ['post@ｅxample。com', 'post@example.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%j is read as %s', (text, email) => {
    expect(readEmail(text)).toBe(email);
  });

  it.each([
    '',
    'desk',
    '@example.com',
    'desk@',
    'desk@localhost',
    'desk@127.0.0.1',
    'desk@[127.0.0.1]',
    'de sk@example.com',
    'desk..front@example.com',
    'desk@-example.com',
    'desk@exa mple.com',
    'a@b@example.com',
    'desk@example.com,other@example.com',
    'desk@example.com\r\nBcc: other@example.com',
    '<desk@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `desk@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.com`,
    `desk@${'ü'.repeat(5000)}.com`,
  ])('%j is none', (text) => {
    expect(readEmail(text)).toBeNull();
  });

  it('is one in any case', () => {
    expect(emailIdentity('Desk@example.com')).toBe(emailIdentity('desk@example.com'));
  });
});
