import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProjectVisibility, sees } from '../../../core/tenancy/project-visibility.service.js';
import { kindsFor } from '../rules/alert-kinds.js';
import { alertText, isOfCampaign, TOPIC_OF, type AlertFacts } from './alert-notices.policy.js';

/** Notices about alerts, for those who see the alert in the list (alerts 7.3). */
@ContributesNotice()
export class AlertNotice implements NoticeKind<AlertFacts> {
  readonly name = 'alert';

  constructor(private readonly visibility: ProjectVisibility) {}

  topicOf({ kind }: AlertFacts): string {
    return TOPIC_OF[kind];
  }

  text(facts: AlertFacts, language: MailLanguage): NoticeText {
    return alertText(facts, language);
  }

  async mayRead(person: AuthContext, { kind, project_id: projectId }: AlertFacts): Promise<boolean> {
    if (!kindsFor(person.scope).includes(kind)) return false;
    if (projectId === null) return true;
    const visible = isOfCampaign(kind)
      ? await this.visibility.campaignProjects(person)
      : await this.visibility.visibleProjects(person);
    return sees(visible, projectId);
  }
}
