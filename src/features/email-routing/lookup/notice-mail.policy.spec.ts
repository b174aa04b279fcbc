import { describe, expect, it } from 'vitest';
import { noticeMail } from './notice-mail.policy.js';

const FRAME = {
  language: 'en',
  clientId: 'acme',
  environment: null,
  base: 'https://portal.example.com',
  leave: 'https://portal.example.com/mail#u-x',
} as const;
const aNotice = (title: string) => ({
  title,
  lines: [
    'A sentence that is far longer than the eighty columns of a terminal, so that it needs a second line.',
  ],
  button: { label: 'Open the webhook', path: '/integrations?tab=webhooks' },
});

describe('the mail of notices', () => {
  // email-routing 6.6
  it('says what and where, in lines for a terminal, with one button', () => {
    const mail = noticeMail([aNotice('Webhook\r\nis <failing>: a.example')], {
      ...FRAME,
      environment: 'dev',
    });
    expect(mail.subject).toBe('[dev] Webhook is <failing>: a.example');
    for (const line of mail.text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(mail.text).toContain(
      'Open the webhook:\nhttps://portal.example.com/integrations?tab=webhooks&client_id=acme\n',
    );
    expect(mail.html).not.toContain('<failing>');
    expect(mail.html.match(/bgcolor="#2f6fb3"/g)).toHaveLength(1);
    expect(mail.text).toContain('acme (dev)');
  });

  // email-routing 6.9
  it('has several notices under one button, each with its link', () => {
    const mail = noticeMail([aNotice('One'), aNotice('Two')], { ...FRAME, language: 'de' });
    expect(mail.subject).toBe('2 Mitteilungen zu acme');
    expect(mail.text).toMatch(/\* One\n[^*]*\* Two\n[^*]*Portal öffnen:\n/);
    expect(mail.html.match(/bgcolor="#2f6fb3"/g)).toHaveLength(1);
    expect(mail.html.match(/tab=webhooks/g)).toHaveLength(2);
  });
});
