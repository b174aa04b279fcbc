import { isEmail } from 'class-validator';
import { error, found, repeatsIn, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule, SectionFacts } from '../../rules/sections/section-definition.js';
import { isRecord } from '../../../../core/shared/json/json-path.js';
import { EMAIL_EVENTS, PLACEHOLDERS, type EmailDelivery } from './email-delivery.schema.js';

/**
 * The rules of email delivery that a schema cannot express. No finding repeats an address: findings
 * are shown and copied widely.
 */
export function emailFindings(delivery: EmailDelivery, facts: SectionFacts): Finding[] {
  return [
    ...addressFindings(delivery),
    ...subjectFindings(delivery.subject_template),
    ...recipientFindings(delivery),
    ...verificationFindings(delivery, facts),
    ...digestFindings(delivery),
    ...transcriptFindings(delivery, facts),
  ];
}

function addressFindings({ recipients, reply_to }: EmailDelivery): Finding[] {
  const addresses = recipients.map(({ address }, index) => ({
    address,
    path: `recipients.${index}.address`,
  }));
  if (reply_to !== undefined) addresses.push({ address: reply_to, path: 'reply_to' });
  return [
    ...addresses
      .filter(({ address }) => !isEmail(address))
      .map(({ path }) => error('email_invalid', path, 'No mail server accepts this address. Correct it.')),
    // Two spellings of one mailbox would get every message twice.
    ...repeatsIn(recipients, ({ address }) => address.toLowerCase()).map((index) =>
      error(
        'recipient_duplicate',
        `recipients.${index}.address`,
        'The address is already listed. Remove one entry.',
      ),
    ),
  ];
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

function subjectFindings(template: string): Finding[] {
  const known: ReadonlySet<string> = new Set(PLACEHOLDERS);
  const named = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());
  const unknown = [...new Set(named.filter((name) => !known.has(name)))];
  const findings = unknown.map((name) =>
    error(
      'placeholder_unknown',
      'subject_template',
      `There is no placeholder {{${name}}}. There are: ${PLACEHOLDERS.join(', ')}.`,
    ),
  );
  if (/[{}]/.test(template.replace(PLACEHOLDER, ''))) {
    findings.push(
      error(
        'placeholder_broken',
        'subject_template',
        'A brace is missing or extra. Write placeholders like {{call_id}}.',
      ),
    );
  }
  return findings;
}

function recipientFindings({ enabled, recipients, include_summary }: EmailDelivery): Finding[] {
  if (!enabled) return [];
  const active = recipients.filter((recipient) => recipient.enabled);
  if (active.length === 0) {
    return [
      error(
        'recipients_missing',
        'recipients',
        'Delivery is on, but no recipient is enabled. Add or enable one.',
      ),
    ];
  }
  const findings: Finding[] = [];
  for (const event of EMAIL_EVENTS) {
    const told = active.filter(({ events }) => events.includes(event));
    if (told.length > 0 && !told.some(({ role }) => role === 'to')) {
      findings.push(
        error(
          'addressee_missing',
          'recipients',
          `Messages about ${event} have Cc recipients but no To recipient. Give one recipient the role to.`,
        ),
      );
    }
  }
  const hasOwnDomain = new Set(active.map(({ address }) => domainOf(address))).size === 1;
  if (include_summary && !hasOwnDomain && active.some(({ address }) => PUBLIC_MAIL.has(domainOf(address)))) {
    findings.push(
      warning(
        'private_mailbox',
        'recipients',
        'Summaries go to a public email provider, where anyone can open an account. Is that intended?',
      ),
    );
  }
  return findings;
}

/** Nothing is mailed to an address before its owner has confirmed it (email-routing 4.1). */
function verificationFindings(
  { enabled, recipients }: EmailDelivery,
  { isVerified }: SectionFacts,
): Finding[] {
  if (!enabled) return [];
  return recipients.flatMap((recipient, index) =>
    !recipient.enabled || !isEmail(recipient.address) || isVerified(recipient.address)
      ? []
      : [
          error(
            'recipient_unverified',
            `recipients.${index}.address`,
            'The address is not verified. Add it under Settings, Addresses and topics, and confirm it.',
          ),
        ],
  );
}

const PUBLIC_MAIL: ReadonlySet<string> = new Set([
  'gmail.com',
  'hotmail.com',
  'icloud.com',
  'outlook.com',
  'proton.me',
  'yahoo.com',
]);

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

function digestFindings({ digest, recipients }: EmailDelivery): Finding[] {
  const { mode, send_at } = digest;
  return found(
    mode === 'daily' &&
      send_at === undefined &&
      error('send_time_missing', 'digest.send_at', 'Set the time at which the daily message is sent.'),
    mode === 'immediate' &&
      send_at !== undefined &&
      warning(
        'send_time_unused',
        'digest.send_at',
        'This field is not used for messages that are sent immediately. Remove it.',
      ),
    mode === 'daily' &&
      recipients.some(({ events }) => events.includes('human_escalation')) &&
      warning('escalation_delayed', 'digest.mode', 'Escalations reach these recipients up to a day later.'),
  );
}

/** Governance decides whether a transcript is shown at all; messages must not bypass it. */
function transcriptFindings({ include_transcript }: EmailDelivery, { sections }: SectionFacts): Finding[] {
  const governance = sections['governance'];
  const retention = isRecord(governance) ? governance['retention'] : undefined;
  const isWithheld = isRecord(retention) && retention['transcript_retention_days'] === 0;
  if (include_transcript === 'none' || !isWithheld) return [];
  return [
    error(
      'transcript_withheld',
      'include_transcript',
      'Governance keeps transcripts for 0 days. Do not send any.',
    ),
  ];
}

export const EMAIL_RULES: readonly FindingRule[] = [
  ['email_invalid', 'error', 'no mail server accepts an address'],
  ['recipient_duplicate', 'error', 'an address is listed twice, in any casing'],
  ['placeholder_unknown', 'error', 'the subject names an unknown placeholder'],
  ['placeholder_broken', 'error', 'a brace of the subject is missing or too many'],
  ['recipients_missing', 'error', 'delivery is on and no recipient is enabled'],
  ['addressee_missing', 'error', 'messages about an event have Cc recipients but no To recipient'],
  ['recipient_unverified', 'error', 'delivery is on and the address of an enabled recipient is not verified'],
  ['private_mailbox', 'warning', 'summaries go to a public mail provider as well as to other addresses'],
  ['send_time_missing', 'error', 'daily, but without a time'],
  ['send_time_unused', 'warning', 'a time for messages that are sent immediately'],
  ['escalation_delayed', 'warning', 'daily, and a recipient gets escalations'],
  ['transcript_withheld', 'error', 'a transcript should be sent, but governance keeps it for 0 days'],
];
