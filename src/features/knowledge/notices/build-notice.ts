import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { BuildResult } from '../rules/tell-knowledge.js';

type BuildNoticeFacts = { readonly project_id: string } & BuildResult;

const WORDS = {
  en: {
    built: 'A page has changed, and the knowledge was built',
    failed: 'A page has changed, but the knowledge could not be built',
    sources: (changed: number, added: number, removed: number) =>
      `Sources: ${changed} changed, ${added} added, ${removed} removed`,
    source_gone: 'A source was deleted before its turn. Request a build of the others.',
    not_indexed: 'A source could not be indexed. Request another build; if it fails again, contact support.',
    now: 'Calls are answered as before until you release a version with this build.',
    still: 'Calls are answered as before.',
    button: 'Open the knowledge',
  },
  de: {
    built: 'Eine Seite hat sich geändert, und das Wissen wurde neu aufgebaut',
    failed: 'Eine Seite hat sich geändert, doch das Wissen ließ sich nicht neu aufbauen',
    sources: (changed: number, added: number, removed: number) =>
      `Quellen: ${changed} geändert, ${added} hinzugekommen, ${removed} entfernt`,
    source_gone:
      'Eine Quelle wurde gelöscht, bevor sie an der Reihe war. Fordern Sie einen Stand aus den übrigen an.',
    not_indexed:
      'Eine Quelle ließ sich nicht erfassen. Fordern Sie einen neuen Stand an; scheitert er wieder, melden Sie es dem Support.',
    now: 'Anrufe werden wie bisher beantwortet, bis Sie eine Version mit diesem Stand veröffentlichen.',
    still: 'Anrufe werden wie bisher beantwortet.',
    button: 'Wissen öffnen',
  },
} as const;

/** Notifies people who release how a build that the worker requested has ended (knowledge 5.10). */
@ContributesNotice()
export class BuildNotice implements NoticeKind<BuildNoticeFacts> {
  readonly name = 'knowledge_built';
  readonly examples: readonly BuildNoticeFacts[] = [
    { project_id: 'acme-front-desk', changed: 1, added: 0, removed: 0 },
    { project_id: 'acme-front-desk', failure: 'not_indexed' },
  ];

  topicOf(): string {
    return 'runtime';
  }

  text(facts: BuildNoticeFacts, language: MailLanguage): NoticeText {
    const { project_id: projectId } = facts;
    const words = WORDS[language];
    const lines =
      'failure' in facts
        ? [words[facts.failure], words.still]
        : [words.sources(facts.changed, facts.added, facts.removed), words.now];
    return {
      title: 'failure' in facts ? words.failed : words.built,
      lines: [projectId, ...lines],
      button: { label: words.button, path: `/projects/${encodeURIComponent(projectId)}?tab=knowledge` },
    };
  }

  mayRead(person: AuthContext): Promise<() => boolean> {
    return Promise.resolve(() => person.scope === 'partner_admin');
  }
}
