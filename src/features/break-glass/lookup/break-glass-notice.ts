import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import { instantInMail } from '../../../core/mail/instant-in-mail.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';

export interface BreakGlassFacts {
  readonly opened_at_utc: string;
  readonly ends_at_utc: string;
}

const WORDS = {
  en: {
    title: 'Break-glass was opened',
    what: 'A holder signed in without your directory and can change connections, enforcement and people.',
    opened: 'Opened',
    ends: 'Expires',
    check: 'If your team did not announce this, close the use now. Confirm it once it has ended.',
    button: 'Show the use',
  },
  de: {
    title: 'Der Notzugang wurde geöffnet',
    what: 'Eine berechtigte Person hat sich ohne Ihr Verzeichnis angemeldet und kann Verbindungen, Anmeldepflicht und Personen ändern.',
    opened: 'Geöffnet',
    ends: 'Läuft ab',
    check:
      'Wenn niemand aus Ihrem Team das angekündigt hat, schließen Sie den Notzugang jetzt. Bestätigen Sie ihn, sobald er beendet ist.',
    button: 'Notzugang ansehen',
  },
} as const;

/** Every verified address of the customer gets it, regardless of topics (break-glass 3.4). */
@ContributesNotice()
export class BreakGlassNotice implements NoticeKind<BreakGlassFacts> {
  readonly name = 'break_glass';
  readonly examples: readonly BreakGlassFacts[] = [
    { opened_at_utc: '2026-11-20T10:15:00.000Z', ends_at_utc: '2026-11-20T11:15:00.000Z' },
  ];

  topicOf(): null {
    return null;
  }

  isUrgent(): boolean {
    return true;
  }

  text(facts: BreakGlassFacts, language: MailLanguage, zone: string): NoticeText {
    const words = WORDS[language];
    const at = (text: string): string => instantInMail(text, language, zone);
    return {
      title: words.title,
      lines: [
        words.what,
        `${words.opened}: ${at(facts.opened_at_utc)}`,
        `${words.ends}: ${at(facts.ends_at_utc)}`,
        words.check,
      ],
      button: { label: words.button, path: '/settings?tab=break-glass' },
    };
  }

  mayRead(person: AuthContext): Promise<() => boolean> {
    return Promise.resolve(() => person.scope === 'client_admin');
  }
}
