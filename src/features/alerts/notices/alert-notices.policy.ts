import type { MailLanguage, NoticeText } from '../../../core/mail/notice-kind.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import type { AlertKind, AlertReason } from '../rules/alert-kinds.js';
import { textOf } from '../rules/alert-texts.policy.js';
import type { AlertCause } from '../rules/open-alerts.policy.js';
import { GERMAN } from './alert-texts.de.js';

/** The facts from which the text of a notice is made. */
export interface AlertFacts {
  readonly kind: AlertKind;
  readonly reason: AlertReason | null;
  readonly label: string;
  readonly project_id: string | null;
  readonly due_at: string | null;
}

const TITLES: Readonly<Record<AlertKind, Readonly<Record<MailLanguage, string>>>> = {
  webhook_degraded: { en: 'Webhook is failing', de: 'Webhook gestört' },
  webhook_disabled: { en: 'Webhook is switched off', de: 'Webhook ausgeschaltet' },
  webhook_secret_ends: { en: 'Signing secret expires', de: 'Signaturgeheimnis läuft ab' },
  api_key_ends: { en: 'API key expires', de: 'API-Schlüssel läuft ab' },
  runtime_drift: { en: 'Runtime has another configuration', de: 'Laufzeit mit anderer Konfiguration' },
  campaign_paused: { en: 'Campaign paused', de: 'Kampagne angehalten' },
  wash_ends: { en: 'Registry wash ends', de: 'Registerabgleich läuft ab' },
  capacity_blocked: { en: 'Calls refused for lack of slots', de: 'Anrufe mangels Plätzen abgewiesen' },
  usage_threshold: { en: 'Usage threshold reached', de: 'Verbrauchsschwelle erreicht' },
  caller_request_urgent: { en: 'Caller request due soon', de: 'Anruferanfrage bald fällig' },
  caller_request_overdue: { en: 'Caller request overdue', de: 'Anruferanfrage überfällig' },
};

/** The topic of notices about each kind (email-routing 2.1). */
export const TOPIC_OF = {
  webhook_degraded: 'webhooks',
  webhook_disabled: 'webhooks',
  webhook_secret_ends: 'webhooks',
  api_key_ends: 'api_keys',
  runtime_drift: 'runtime',
  campaign_paused: 'campaigns',
  wash_ends: 'campaigns',
  capacity_blocked: 'capacity',
  usage_threshold: 'usage',
  caller_request_urgent: 'caller_requests',
  caller_request_overdue: 'caller_requests',
} as const satisfies Readonly<Record<AlertKind, string>>;

export const ALERT_TOPICS = [...new Set(Object.values(TOPIC_OF))];

/** Its readers are those of the campaigns of its project. */
export const isOfCampaign = (kind: AlertKind): boolean => TOPIC_OF[kind] === 'campaigns';

export const factsOf = ({ kind, reason, label, projectId, dueAt }: AlertCause): AlertFacts => ({
  kind,
  reason,
  label,
  project_id: projectId,
  due_at: dueAt?.toISOString() ?? null,
});

const WORDS = {
  en: { due: 'Due or ends', button: 'Open the alerts' },
  de: { due: 'Fällig oder Ende', button: 'Meldungen öffnen' },
} as const;

/** Keys and secrets are told of again so long before their end. */
const LAST_CALL_MS = 3 * DAY_MS;
const TOLD_TWICE: readonly AlertKind[] = ['api_key_ends', 'webhook_secret_ends'];

/** One period for each time that the cause began, and another one shortly before an end (alerts 7.2). */
export function periodOf({ kind, reason, since, dueAt }: AlertCause, now: Date): string {
  const isLast =
    TOLD_TWICE.includes(kind) && dueAt !== null && dueAt.getTime() - now.getTime() <= LAST_CALL_MS;
  return [since.toISOString(), reason ?? '', isLast ? 'last' : ''].join(' ').trim();
}

/** A notice about an alert: what the alert list says of it. */
export function alertText(
  { kind, reason, label, due_at: due }: AlertFacts,
  language: MailLanguage,
): NoticeText {
  const words = WORDS[language];
  const english = textOf(kind, reason);
  const german = GERMAN[reason === null ? kind : `${kind}_${reason}`] ?? GERMAN[kind];
  const lines = language === 'de' && german ? german : [english.message, english.action];
  return {
    title: `${TITLES[kind][language]}: ${label}`,
    lines: due === null ? lines : [...lines, `${words.due}: ${due.slice(0, 16).replace('T', ' ')} UTC`],
    button: { label: words.button, path: '/alerts' },
  };
}
