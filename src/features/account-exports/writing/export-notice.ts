import { instantInMail } from '../../../core/mail/instant-in-mail.policy.js';
import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';

export interface ExportFacts {
  /** Until when the file can be downloaded; null: the export failed. */
  readonly expires_at: string | null;
}

const WORDS = {
  en: {
    ready: 'Account export is ready',
    failed: 'Account export failed',
    whose: "It contains the client's data of the requested sections.",
    until: 'Download until',
    check: 'If your team did not request this export, check the list of exports now.',
    again: 'There is nothing to download. Start the export again.',
    button: 'Open exports',
  },
  de: {
    ready: 'Kontoexport ist bereit',
    failed: 'Kontoexport ist fehlgeschlagen',
    whose: 'Er enthält alle Daten des Kunden, die seine Bereiche nennen.',
    until: 'Herunterladen bis',
    check: 'Wenn das niemand aus Ihrem Team war, prüfen Sie jetzt die Liste der Exporte.',
    again: 'Es gibt nichts herunterzuladen. Starten Sie den Export noch einmal.',
    button: 'Exporte öffnen',
  },
} as const;

/**
 * Notices about account exports (account-exports 2.6). Only customers' administrators may read
 * their topic, like the routes of exports.
 */
@ContributesNotice()
export class ExportNotice implements NoticeKind<ExportFacts> {
  readonly name = 'account_export';
  readonly examples: readonly ExportFacts[] = [
    { expires_at: '2026-12-04T08:15:00.000Z' },
    { expires_at: null },
  ];

  topicOf(): string {
    return 'privacy';
  }

  text({ expires_at: until }: ExportFacts, language: MailLanguage, zone: string): NoticeText {
    const words = WORDS[language];
    return {
      title: until === null ? words.failed : words.ready,
      lines:
        until === null
          ? [words.again]
          : [words.whose, `${words.until}: ${instantInMail(until, language, zone)}`, words.check],
      button: { label: words.button, path: '/settings?tab=exports' },
    };
  }
}
