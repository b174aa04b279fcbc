import { instantInMail } from '../../../core/mail/instant-in-mail.policy.js';
import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import { roleInMail } from '../../../core/mail/role-in-mail.policy.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import type { PortalRole } from '../../../core/shared/roles.js';

interface NewPlaceFacts {
  readonly role: PortalRole;
  /** The address of the sign-in without its last part. */
  readonly network: string;
  readonly at: string;
  /** The partner organisation that manages the person; null: the customer. */
  readonly organisation_id: string | null;
}

const TEXTS: Readonly<Record<MailLanguage, (role: string, network: string, at: string) => NoticeText>> = {
  en: (role, network, at) => ({
    title: `Sign-in from a new network: ${role}`,
    lines: [
      `A person with the role ${role} signed in from a network that they have not used in 90 days.`,
      `Network: ${network}`,
      `Time: ${at}`,
      'If your team did not do this, end the access of that person now.',
    ],
    button: { label: 'Open the people', path: '/settings?tab=people' },
  }),
  de: (role, network, at) => ({
    title: `Anmeldung aus einem neuen Netz: ${role}`,
    lines: [
      `Eine Person mit der Rolle ${role} hat sich aus einem Netz angemeldet, das sie seit 90 Tagen nicht verwendet hat.`,
      `Netz: ${network}`,
      `Zeit: ${at}`,
      'Wenn das niemand aus Ihrem Team war, beenden Sie jetzt den Zugang dieser Person.',
    ],
    button: { label: 'Personen öffnen', path: '/settings?tab=people' },
  }),
};

/**
 * Notifies the party of a person of a sign-in from a network that is new for the person
 * (portal-sessions 7.2).
 */
@ContributesNotice()
export class NewPlaceNotice implements NoticeKind<NewPlaceFacts> {
  readonly name = 'new_place';
  readonly examples: readonly NewPlaceFacts[] = [
    { role: 'client_admin', network: '203.0.113.*', at: '2026-11-27T08:15:00.000Z', organisation_id: null },
  ];

  topicOf(): string {
    return 'people';
  }

  isUrgent(): boolean {
    return true;
  }

  text({ role, network, at }: NewPlaceFacts, language: MailLanguage, zone: string): NoticeText {
    return TEXTS[language](roleInMail(role, language), network, instantInMail(at, language, zone));
  }

  mayRead(person: AuthContext): Promise<(facts: NewPlaceFacts) => boolean> {
    const party = organisationOf(person);
    return Promise.resolve(({ organisation_id: organisation }) => organisation === party);
  }
}
