import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProjectVisibility, sees } from '../../../core/tenancy/project-visibility.service.js';
import { STOP_SHARES, type StopEvidence } from '../rules/stop-rule.policy.js';

interface StoppedReleaseFacts extends Pick<StopEvidence, 'rule' | 'limit' | 'share' | 'calls'> {
  readonly project_id: string;
  readonly version_number: number;
}

const WORDS = {
  en: {
    title: (version: number) => `Version ${version} was taken back automatically`,
    shares: {
      failed_share: 'Failed calls',
      escalation_share: 'Calls handed over to a person',
      abandoned_share: 'Abandoned calls',
    },
    of: (limit: string, calls: string) => `limit ${limit}, of ${calls} calls`,
    now: 'All calls run the published version again. Its draft is still there.',
    button: 'Open the release',
  },
  de: {
    title: (version: number) => `Version ${version} wurde automatisch zurückgenommen`,
    shares: {
      failed_share: 'Gescheiterte Anrufe',
      escalation_share: 'An einen Menschen übergebene Anrufe',
      abandoned_share: 'Abgebrochene Anrufe',
    },
    of: (limit: string, calls: string) => `Grenze ${limit}, von ${calls} Anrufen`,
    now: 'Alle Anrufe verwenden wieder die veröffentlichte Version. Der Entwurf ist noch da.',
    button: 'Veröffentlichung öffnen',
  },
} as const;

/** Notifies people that its rule has ended a staged release (workspace 15.12). */
@ContributesNotice()
export class StoppedReleaseNotice implements NoticeKind<StoppedReleaseFacts> {
  readonly name = 'staged_release_stopped';
  readonly examples: readonly StoppedReleaseFacts[] = STOP_SHARES.map((rule) => ({
    rule,
    limit: 20,
    share: 35.48,
    calls: 62,
    project_id: 'acme-front-desk',
    version_number: 4,
  }));

  constructor(private readonly visibility: ProjectVisibility) {}

  topicOf(): string {
    return 'runtime';
  }

  text(
    { project_id: projectId, version_number: version, rule, limit, share, calls }: StoppedReleaseFacts,
    language: MailLanguage,
  ): NoticeText {
    const words = WORDS[language];
    const percent = (value: number): string =>
      (value / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits: 2 });
    return {
      title: words.title(version),
      lines: [
        projectId,
        `${words.shares[rule]}: ${percent(share)} (${words.of(percent(limit), calls.toLocaleString(language))})`,
        words.now,
      ],
      button: { label: words.button, path: `/projects/${encodeURIComponent(projectId)}?tab=release` },
    };
  }

  /** A fault of a release concerns callers at once. */
  isUrgent(): boolean {
    return true;
  }

  async mayRead(person: AuthContext): Promise<(facts: StoppedReleaseFacts) => boolean> {
    const visible = await this.visibility.visibleProjects(person);
    return ({ project_id: projectId }) => sees(visible, projectId);
  }
}
