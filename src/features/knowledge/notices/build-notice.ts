import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { TellBuild } from '../rules/tell-build.js';

interface BuildNoticeFacts extends Pick<TellBuild, 'changed' | 'added' | 'removed'> {
  readonly project_id: string;
}

const WORDS = {
  en: {
    title: 'A page has changed, and the knowledge was built',
    sources: ({ changed, added, removed }: BuildNoticeFacts) =>
      `Sources: ${changed} changed, ${added} added, ${removed} removed`,
    now: 'Calls are answered as before until you release a version with this build.',
    button: 'Open the knowledge',
  },
  de: {
    title: 'Eine Seite hat sich geändert, und das Wissen wurde neu aufgebaut',
    sources: ({ changed, added, removed }: BuildNoticeFacts) =>
      `Quellen: ${changed} geändert, ${added} hinzugekommen, ${removed} entfernt`,
    now: 'Anrufe werden wie bisher beantwortet, bis Sie eine Version mit diesem Stand veröffentlichen.',
    button: 'Wissen öffnen',
  },
} as const;

/** Tells people who release of a build that the worker has requested (knowledge 5.10). */
@ContributesNotice()
export class BuildNotice implements NoticeKind<BuildNoticeFacts> {
  readonly name = 'knowledge_built';
  readonly examples: readonly BuildNoticeFacts[] = [
    { project_id: 'acme-front-desk', changed: 1, added: 0, removed: 0 },
  ];

  topicOf(): string {
    return 'runtime';
  }

  text(facts: BuildNoticeFacts, language: MailLanguage): NoticeText {
    const { project_id: projectId } = facts;
    const words = WORDS[language];
    return {
      title: words.title,
      lines: [projectId, words.sources(facts), words.now],
      button: { label: words.button, path: `/projects/${encodeURIComponent(projectId)}?tab=knowledge` },
    };
  }

  mayRead(person: AuthContext): Promise<() => boolean> {
    return Promise.resolve(() => person.scope === 'partner_admin');
  }
}
