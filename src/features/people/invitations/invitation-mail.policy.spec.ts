import { describe, expect, it } from 'vitest';
import { nameInMail } from '../../../core/mail/name-in-mail.policy.js';
import { invitationLink, invitationMailText } from './invitation-mail.policy.js';

// people 3.5
describe('the mail of an invitation', () => {
  it('says who invites, to what, and what to do', () => {
    const mail = invitationMailText({
      role: 'client_staff',
      inviterName: 'Mei Tanaka',
      businessName: "Smith's Dental & Co.",
      link: 'https://portal.example.com/invitations#abc',
      expiresAt: new Date('2026-12-04T02:30:59.999Z'),
    });
    expect(mail).toEqual({
      subject: "Invitation to the telephony portal of Smith's Dental & Co.",
      text: [
        "Mei Tanaka invites you to the telephony portal of Smith's Dental & Co. (role: Staff).",
        '',
        'To accept, open this link and sign in:',
        'https://portal.example.com/invitations#abc',
        '',
        'The link works once, for one person, until 2026-12-04 02:30 UTC. Do not pass it on.',
        'If you did not expect this invitation, ignore this email.',
        '',
      ].join('\n'),
    });
  });

  it.each([
    ['Zoë Ó Briain-Müller', 'Zoë Ó Briain-Müller'],
    ['Dr. Mei Tanaka', 'Dr. Mei Tanaka'],
    ['田中 明', '田中 明'],
    ['Pay at https://evil.example/x', 'Pay at https evil. example x'],
    ['www.evil.example', 'www. evil. example'],
    ['Mei\r\nBcc: a@evil.example', 'Mei Bcc a evil. example'],
    ['Mei <b>now</b>!', 'Mei b now b'],
    ['a'.repeat(200), 'a'.repeat(80)],
  ])('writes %j as %j', (name, written) => {
    expect(nameInMail(name)).toBe(written);
  });

  it.each(['https://portal.example.com', 'https://portal.example.com/'])('leads to a page of %s', (url) => {
    expect(invitationLink(url, 'a-token')).toBe('https://portal.example.com/invitations#a-token');
  });
});
