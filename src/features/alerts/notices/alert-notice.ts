import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProjectVisibility, sees } from '../../../core/tenancy/project-visibility.service.js';
import { kindsFor } from '../rules/alert-kinds.js';
import { reasonsOf, severityOf } from '../rules/alert-texts.policy.js';
import { TOPIC_OF } from '../rules/alert-topics.js';
import { ALERT_NOTICE } from '../rules/told-periods.policy.js';
import {
  alertText,
  isOfCampaign,
  NOTIFIED_KINDS,
  subjectOf,
  type AlertFacts,
} from './alert-notices.policy.js';

const LABELS: Readonly<Record<ReturnType<typeof subjectOf>, string>> = {
  webhooks: 'hooks.acme.example',
  api_keys: 'CRM import',
  runtime: 'Front desk',
  campaigns: 'Recall',
  capacity: 'Front desk',
  usage: 'minutes',
  caller_requests: 'REQ-0042',
  sign_in: 'Entra ID',
};
const ENDING: readonly AlertFacts['kind'][] = [
  'webhook_secret_ends',
  'api_key_ends',
  'wash_ends',
  'caller_request_urgent',
  'caller_request_overdue',
  'way_back_ends',
  'sso_certificate_ends',
];

/** Notices about alerts, for those who see the alert in the list (alerts 7.3). */
@ContributesNotice()
export class AlertNotice implements NoticeKind<AlertFacts> {
  readonly name = ALERT_NOTICE;
  readonly examples: readonly AlertFacts[] = NOTIFIED_KINDS.flatMap((kind) =>
    reasonsOf(kind).map((reason) => ({
      kind,
      reason,
      subject_id: '0195f3a2',
      label: LABELS[subjectOf(kind)],
      project_id: 'acme-front-desk',
      due_at: ENDING.includes(kind) && reason !== 'ended' ? '2026-12-04T08:15:00.000Z' : null,
      last_answer: kind === 'webhook_degraded' || reason === 'failing' ? '503' : null,
    })),
  );

  constructor(private readonly visibility: ProjectVisibility) {}

  topicOf({ kind }: AlertFacts): string | null {
    return TOPIC_OF[kind];
  }

  text(facts: AlertFacts, language: MailLanguage, zone: string, reader: AuthContext['scope']): NoticeText {
    return alertText(facts, language, zone, reader);
  }

  isUrgent({ kind, reason }: AlertFacts): boolean {
    return severityOf(kind, reason) === 'critical';
  }

  async mayRead(person: AuthContext): Promise<(facts: AlertFacts) => boolean> {
    const kinds = kindsFor(person.scope);
    const [visible, ofCampaigns] = await Promise.all([
      this.visibility.visibleProjects(person),
      this.visibility.campaignProjects(person),
    ]);
    return ({ kind, project_id: projectId }) =>
      kinds.includes(kind) &&
      (projectId === null || sees(isOfCampaign(kind) ? ofCampaigns : visible, projectId));
  }
}
