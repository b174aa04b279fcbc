import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import { roleInMail } from '../../../core/mail/role-in-mail.policy.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import type { PortalRole } from '../../../core/shared/roles.js';

export interface PersonFacts {
  readonly what: 'invited' | 'accepted' | 'role_changed' | 'deactivated' | 'reactivated';
  readonly role: PortalRole;
  /** The partner organisation that manages the person; null: the customer. */
  readonly organisation_id: string | null;
  /** The previous role, if it changed. */
  readonly previous_role?: PortalRole;
}

const TITLES: Readonly<Record<MailLanguage, Readonly<Record<PersonFacts['what'], string>>>> = {
  en: {
    invited: 'A person was invited',
    accepted: 'An invitation was accepted',
    role_changed: 'The role of a person changed',
    deactivated: 'A person lost access',
    reactivated: 'A person has access again',
  },
  de: {
    invited: 'Eine Person wurde eingeladen',
    accepted: 'Eine Einladung wurde angenommen',
    role_changed: 'Die Rolle einer Person wurde geändert',
    deactivated: 'Eine Person hat keinen Zugang mehr',
    reactivated: 'Eine Person hat wieder Zugang',
  },
};

const WORDS = {
  en: {
    role: 'Role',
    before: 'Role before',
    check: 'If your team did not do this, check the list of people now.',
    button: 'Open the people',
  },
  de: {
    role: 'Rolle',
    before: 'Rolle zuvor',
    check: 'Wenn das niemand aus Ihrem Team war, prüfen Sie jetzt die Liste der Personen.',
    button: 'Personen öffnen',
  },
} as const;

/** Notices about the people of a client, without their names (email-routing 6.8). */
@ContributesNotice()
export class PersonNotice implements NoticeKind<PersonFacts> {
  readonly name = 'person';
  readonly examples: readonly PersonFacts[] = [
    { what: 'invited', role: 'client_manager', organisation_id: null },
    { what: 'accepted', role: 'partner_user', organisation_id: 'harbour' },
    { what: 'role_changed', role: 'client_admin', previous_role: 'client_staff', organisation_id: null },
    { what: 'deactivated', role: 'client_staff', organisation_id: null },
    { what: 'reactivated', role: 'client_staff', organisation_id: null },
  ];

  topicOf(): string {
    return 'people';
  }

  text({ what, role, previous_role: before }: PersonFacts, language: MailLanguage): NoticeText {
    const words = WORDS[language];
    const named = roleInMail(role, language);
    return {
      title: `${TITLES[language][what]}: ${named}`,
      lines: [
        `${words.role}: ${named}`,
        ...(before === undefined ? [] : [`${words.before}: ${roleInMail(before, language)}`]),
        words.check,
      ],
      button: { label: words.button, path: '/settings?tab=people' },
    };
  }

  /** Each party gets notices only about its own people. */
  mayRead(person: AuthContext): Promise<(facts: PersonFacts) => boolean> {
    const party = organisationOf(person);
    return Promise.resolve(({ organisation_id: organisation }) => organisation === party);
  }
}
