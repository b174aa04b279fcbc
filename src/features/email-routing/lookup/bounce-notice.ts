import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';

export interface BounceFacts {
  /** The name of the address, which others see instead of the address itself. */
  readonly label: string;
  /** The partner organisation to which it belongs; null: the customer. */
  readonly organisation_id: string | null;
}

const TEXTS: Readonly<Record<MailLanguage, (label: string) => NoticeText>> = {
  en: (label) => ({
    title: `Address for notices bounced: ${label}`,
    lines: [
      'The mail server permanently refused an email to this address. The address no longer gets notices.',
      'Ask it to confirm again once its mailbox works, or delete it and add another one.',
    ],
    button: { label: 'Open the addresses', path: '/settings?tab=addresses' },
  }),
  de: (label) => ({
    title: `Adresse für Mitteilungen nicht erreichbar: ${label}`,
    lines: [
      'Der Mailserver dieser Adresse hat eine Mail endgültig abgelehnt. Die Adresse erhält keine Mitteilungen mehr.',
      'Lassen Sie sie erneut bestätigen, sobald ihr Postfach erreichbar ist, oder löschen Sie sie und tragen Sie eine andere ein.',
    ],
    button: { label: 'Adressen öffnen', path: '/settings?tab=addresses' },
  }),
};

/** Notifies the other addresses of a party that one has bounced (email-routing 6.12). */
@ContributesNotice()
export class BounceNotice implements NoticeKind<BounceFacts> {
  readonly name = 'address_bounced';
  readonly examples: readonly BounceFacts[] = [{ label: 'Front desk', organisation_id: null }];

  topicOf(): string {
    return 'people';
  }

  text({ label }: BounceFacts, language: MailLanguage): NoticeText {
    return TEXTS[language](label);
  }

  mayRead(person: AuthContext): Promise<(facts: BounceFacts) => boolean> {
    const party = organisationOf(person);
    return Promise.resolve(({ organisation_id: organisation }) => organisation === party);
  }
}
