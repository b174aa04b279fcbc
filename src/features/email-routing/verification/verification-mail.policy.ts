import { nameInMail } from '../../../core/mail/name-in-mail.policy.js';
import type { MailLanguage } from '../rules/address-words.js';

interface VerificationFacts {
  readonly language: MailLanguage;
  readonly businessName: string;
  readonly confirm: string;
  readonly leave: string;
  readonly until: Date;
}

interface Texts {
  readonly subject: string;
  readonly lines: readonly string[];
}

const TEXTS: Readonly<Record<MailLanguage, (facts: VerificationFacts, until: string) => Texts>> = {
  en: ({ businessName, confirm, leave }, until) => ({
    subject: `Confirm this address for notices of ${businessName}`,
    lines: [
      `This address was added to the telephony portal of ${businessName}, to receive notices.`,
      '',
      'To confirm it, open this link and press the button:',
      confirm,
      '',
      `The link works once, until ${until}. If you do not use it, you will get no further emails.`,
      'If you did not expect this and do not want any more of these emails:',
      leave,
    ],
  }),
  de: ({ businessName, confirm, leave }, until) => ({
    subject: `Adresse für Mitteilungen von ${businessName} bestätigen`,
    lines: [
      `Diese Adresse wurde im Telefonie-Portal von ${businessName} eingetragen, um Mitteilungen zu erhalten.`,
      '',
      'Öffnen Sie zum Bestätigen diesen Link und drücken Sie den Knopf:',
      confirm,
      '',
      `Der Link gilt einmal, bis ${until}. Wenn Sie ihn nicht verwenden, erhalten Sie keine weiteren Mails.`,
      'Wenn Sie das nicht erwartet haben und keine solchen Mails mehr möchten:',
      leave,
    ],
  }),
};

/** The only mail that an address gets before it is verified (email-routing 3.2). */
export function verificationMail(facts: VerificationFacts): { subject: string; text: string } {
  const until = `${facts.until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const { subject, lines } = TEXTS[facts.language](
    { ...facts, businessName: nameInMail(facts.businessName) },
    until,
  );
  return { subject, text: `${lines.join('\n')}\n` };
}
