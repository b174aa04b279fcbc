import { describe, expect, it } from 'vitest';
import { confirmLink, leaveLink } from '../rules/mail-links.policy.js';
import { verificationMail } from './verification-mail.policy.js';

// email-routing 3.2
describe('the mail that asks an address', () => {
  const facts = {
    businessName: 'Acme http://evil.example Dental',
    confirm: confirmLink('https://portal.example.com', 'abc'),
    leave: leaveLink('https://portal.example.com', 'def'),
    until: new Date('2026-12-04T02:30:59.999Z'),
  };

  it.each([
    ['en', 'Confirm this address', 'until 2026-12-04 02:30 UTC'],
    ['de', 'Adresse für Mitteilungen', 'bis 2026-12-04 02:30 UTC'],
  ] as const)(
    'in %s names the client, both links and the end, and no link of others',
    (language, subject, end) => {
      const mail = verificationMail({ ...facts, language });
      expect(mail.subject).toContain(subject);
      expect(mail.text).toContain(end);
      expect(mail.text.match(/https?:\S+/g)).toEqual([
        'https://portal.example.com/mail#v-abc',
        'https://portal.example.com/mail#u-def',
      ]);
    },
  );
});
