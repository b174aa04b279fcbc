import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { FailureCode } from '../rules/source-words.js';
import type { PageTrouble } from '../rules/tell-knowledge.js';

interface PageNoticeFacts {
  readonly project_id: string;
  readonly code: PageTrouble;
}

interface Words {
  readonly title: string;
  readonly reasons: Readonly<Partial<Record<FailureCode, string>>>;
  readonly other: string;
  readonly now: string;
  readonly next: string;
  readonly heldBack: { readonly title: string; readonly lines: readonly string[] };
  readonly button: string;
}

const WORDS: Readonly<Record<MailLanguage, Words>> = {
  en: {
    title: 'A page of the knowledge can no longer be read',
    reasons: {
      address_blocked: 'Its address may no longer be fetched.',
      fetch_failed: 'It gave no usable answer.',
      page_refused: 'Its server refused the request.',
      error_page: 'It reports an error.',
      too_many_redirects: 'Its address redirects more than three times.',
      too_large: 'It has become too large.',
      project_full: 'The texts of the project would exceed 100 MB.',
    },
    other: 'No text was found in it.',
    now: 'Calls are answered as before, from the text that was read last. It will be read again at its usual time.',
    next: 'If it has moved, delete it, and add it by its new address.',
    heldBack: {
      title: 'A page of the knowledge has changed, and builds leave it out',
      lines: [
        'Its new text contains personal data or credentials that have not been accepted.',
        'Calls are answered as before. Review what was found, or change the page.',
      ],
    },
    button: 'Open the knowledge',
  },
  de: {
    title: 'Eine Seite des Wissens lässt sich nicht mehr lesen',
    reasons: {
      address_blocked: 'Ihre Adresse darf nicht mehr aufgerufen werden.',
      fetch_failed: 'Sie gab keine brauchbare Antwort.',
      page_refused: 'Ihr Server hat die Anfrage abgelehnt.',
      error_page: 'Sie meldet einen Fehler.',
      too_many_redirects: 'Ihre Adresse leitet mehr als dreimal weiter.',
      too_large: 'Sie ist zu groß geworden.',
      project_full: 'Die Texte des Projekts wären zusammen größer als 100 MB.',
    },
    other: 'In ihr wurde kein Text gefunden.',
    now: 'Anrufe werden wie bisher beantwortet, aus dem zuletzt gelesenen Text. Sie wird zur gewohnten Zeit wieder gelesen.',
    next: 'Ist sie umgezogen, löschen Sie sie, und nehmen Sie sie mit ihrer neuen Adresse auf.',
    heldBack: {
      title: 'Eine Seite des Wissens hat sich geändert und fehlt in neuen Ständen',
      lines: [
        'Ihr neuer Text enthält personenbezogene Daten oder Zugangsdaten, die niemand zugelassen hat.',
        'Anrufe werden wie bisher beantwortet. Prüfen Sie die Funde, oder ändern Sie die Seite.',
      ],
    },
    button: 'Wissen öffnen',
  },
};

/** Notifies people who release of a page whose new text is missing from builds (knowledge 4.4). */
@ContributesNotice()
export class PageNotice implements NoticeKind<PageNoticeFacts> {
  readonly name = 'knowledge_page_failed';
  readonly examples: readonly PageNoticeFacts[] = [{ project_id: 'acme-front-desk', code: 'page_refused' }];

  topicOf(): string {
    return 'runtime';
  }

  text({ project_id: projectId, code }: PageNoticeFacts, language: MailLanguage): NoticeText {
    const { title, reasons, other, now, next, heldBack, button } = WORDS[language];
    const told = code === 'held_back' ? heldBack : { title, lines: [reasons[code] ?? other, now, next] };
    return {
      title: told.title,
      lines: [projectId, ...told.lines],
      button: { label: button, path: `/projects/${encodeURIComponent(projectId)}?tab=knowledge` },
    };
  }

  mayRead(person: AuthContext): Promise<() => boolean> {
    return Promise.resolve(() => person.scope === 'partner_admin');
  }
}
