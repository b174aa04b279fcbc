import { describe, expect, it } from 'vitest';
import type { SectionFacts } from '../../rules/sections/section-definition.js';
import { emailFindings } from './email-delivery.policy.js';
import type { EmailDelivery } from './email-delivery.schema.js';
import { section } from './email-delivery.section.js';

type Recipient = EmailDelivery['recipients'][number];

const to = (address: string, more: Partial<Recipient> = {}): Recipient => ({
  address,
  role: 'to',
  events: ['call_missed'],
  enabled: true,
  ...more,
});

const delivery = (more: Partial<EmailDelivery> = {}): EmailDelivery => ({
  ...section.defaults,
  enabled: true,
  recipients: [to('desk@example.com')],
  ...more,
});

const facts = (sections: SectionFacts['sections'] = {}): SectionFacts => ({
  now: new Date('2026-11-01T00:00:00Z'),
  timezone: 'UTC',
  secretNames: new Set(),
  judgeNumber: () => null,
  isVerified: (address) => !address.startsWith('new.'),
  isPublished: false,
  sections,
});

const found = (more: Partial<EmailDelivery>, sections?: SectionFacts['sections']): string[] =>
  emailFindings(delivery(more), facts(sections)).map(
    ({ severity, code, path }) => `${severity} ${code} ${path}`,
  );

describe('findings about email delivery', () => {
  it.each<[string, Partial<EmailDelivery>, string[]]>([
    ['nothing about one recipient', {}, []],
    ['nothing about the example', section.example, []],
    [
      'each recipient that has not confirmed its address',
      { recipients: [to('desk@example.com'), to('new.desk@example.com')] },
      ['error recipient_unverified recipients.1.address'],
    ],
    [
      'nothing about one that gets no mail',
      { recipients: [to('desk@example.com'), to('new.desk@example.com', { enabled: false })] },
      [],
    ],
    ['nothing while it is off', { enabled: false, recipients: [] }, []],
    ['that there are no recipients', { recipients: [] }, ['error recipients_missing recipients']],
    [
      'that no enabled recipient gets',
      { recipients: [to('desk@example.com', { enabled: false })] },
      ['error recipients_missing recipients'],
    ],
    [
      'an address that no server accepts',
      { recipients: [to('desk..front@example.com')] },
      ['error email_invalid recipients.0.address'],
    ],
    [
      'an address for answers that no server accepts',
      { reply_to: 'a@-example.com' },
      ['error email_invalid reply_to'],
    ],
    [
      'one mailbox twice, in any case',
      { recipients: [to('desk@example.com'), to('Desk@Example.com')] },
      ['error recipient_duplicate recipients.1.address'],
    ],
    [
      'copies of a message to nobody',
      {
        recipients: [
          to('desk@example.com'),
          to('boss@example.com', { role: 'bcc', events: ['call_failed'] }),
        ],
      },
      ['error addressee_missing recipients'],
    ],
    [
      'a placeholder that says who called',
      { subject_template: '{{caller_number}} {{ call_id }}' },
      ['error placeholder_unknown subject_template'],
    ],
    ['a brace too many', { subject_template: '{{call_id}}}' }, ['error placeholder_broken subject_template']],
    [
      'a brace too few',
      { subject_template: '{{call_id} from' },
      ['error placeholder_broken subject_template'],
    ],
    [
      'summaries to a private mailbox among others',
      { recipients: [to('desk@example.com'), to('someone@gmail.com')] },
      ['warning private_mailbox recipients'],
    ],
    [
      'nothing about a private mailbox that gets no summary',
      { recipients: [to('desk@example.com'), to('someone@gmail.com')], include_summary: false },
      [],
    ],
    ['nothing about a business that has no other mailbox', { recipients: [to('business@gmail.com')] }, []],
    [
      'a daily message without a time',
      { digest: { mode: 'daily' } },
      ['error send_time_missing digest.send_at'],
    ],
    [
      'a time for messages that are sent at once',
      { digest: { mode: 'immediate', send_at: '18:00' } },
      ['warning send_time_unused digest.send_at'],
    ],
    [
      'escalations that wait until the evening',
      {
        digest: { mode: 'daily', send_at: '18:00' },
        recipients: [to('desk@example.com', { events: ['human_escalation'] })],
      },
      ['warning escalation_delayed digest.mode'],
    ],
  ])('say %s', (_name, more, findings) => {
    expect(found(more)).toEqual(findings);
  });

  it('say that transcripts are sent which governance shows to nobody', () => {
    const governance = (days: number | null) => ({
      governance: { retention: { transcript_retention_days: days } },
    });
    const finding = ['error transcript_withheld include_transcript'];
    expect(found({ include_transcript: 'redacted' }, governance(0))).toEqual(finding);
    expect(found({ include_transcript: 'redacted' }, governance(1))).toEqual([]);
    expect(found({ include_transcript: 'redacted' }, governance(null))).toEqual([]);
    expect(found({ include_transcript: 'none' }, governance(0))).toEqual([]);
  });

  it('never repeat an address', () => {
    const findings = emailFindings(
      delivery({
        recipients: [to('secret..name@example.com'), to('secret..name@example.com'), to('someone@gmail.com')],
      }),
      facts(),
    );
    expect(findings.length).toBeGreaterThan(2);
    expect(JSON.stringify(findings)).not.toMatch(/secret|someone|@/);
  });
});
