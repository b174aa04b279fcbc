import { instantInMail } from '../../../core/mail/instant-in-mail.policy.js';
import type { MailLanguage, NoticeText } from '../../../core/mail/notice-kind.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { DAY_MS, HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import { canAct, type AlertReason } from '../rules/alert-kinds.js';
import { textOf, type AlertText } from '../rules/alert-texts.policy.js';
import { TOPIC_OF, type NotifiedKind } from '../rules/alert-topics.js';
import type { AlertCause } from '../rules/open-alerts.policy.js';
import { GERMAN, type GermanText } from './alert-texts.de.js';

type Subject = NonNullable<(typeof TOPIC_OF)[NotifiedKind]> | 'sign_in';

/** The subject of a notice: its topic, or signing in. */
export const subjectOf = (kind: NotifiedKind): Subject => TOPIC_OF[kind] ?? 'sign_in';
export const NOTIFIED_KINDS = Object.keys(TOPIC_OF) as readonly NotifiedKind[];
/** The facts from which the text of a notice is made. */
export interface AlertFacts {
  readonly kind: NotifiedKind;
  readonly reason: AlertReason | null;
  readonly subject_id: string;
  readonly label: string;
  readonly project_id: string | null;
  readonly due_at: string | null;
  readonly last_answer: string | null;
}

const TITLES: Readonly<Record<NotifiedKind, Readonly<Record<MailLanguage, string>>>> = {
  webhook_degraded: { en: 'Webhook is failing', de: 'Webhook gestört' },
  webhook_disabled: { en: 'Webhook is switched off', de: 'Webhook ausgeschaltet' },
  webhook_secret_ends: { en: 'Signing secret expires', de: 'Signaturgeheimnis läuft ab' },
  api_key_ends: { en: 'API key expires', de: 'API-Schlüssel läuft ab' },
  runtime_drift: { en: 'Runtime uses another configuration', de: 'Laufzeit mit anderer Konfiguration' },
  runtime_silent: { en: 'Runtime does not report', de: 'Laufzeit meldet sich nicht' },
  campaign_paused: { en: 'Campaign paused', de: 'Kampagne angehalten' },
  wash_ends: { en: 'Registry wash expires', de: 'Registerabgleich läuft ab' },
  capacity_blocked: { en: 'Calls refused for lack of slots', de: 'Anrufe abgewiesen, weil Plätze fehlten' },
  usage_threshold: { en: 'Usage threshold reached', de: 'Verbrauchsschwelle erreicht' },
  caller_request_urgent: { en: 'Caller request due soon', de: 'Betroffenenanfrage bald fällig' },
  caller_request_overdue: { en: 'Caller request overdue', de: 'Betroffenenanfrage überfällig' },
  way_back_ends: {
    en: 'Break-glass holders must verify their passkeys',
    de: 'Passkeys für den Notzugang müssen bestätigt werden',
  },
  sso_certificate_ends: {
    en: 'Certificate of the directory expires',
    de: 'Zertifikat des Verzeichnisses läuft ab',
  },
};

export const ALERT_TOPICS = [...new Set(Object.values(TOPIC_OF))].filter((topic) => topic !== null);

/** Whether a notice goes to people who may read the project's campaigns. */
export const isOfCampaign = (kind: NotifiedKind): boolean => TOPIC_OF[kind] === 'campaigns';

export const factsOf = (cause: AlertCause & { readonly kind: NotifiedKind }): AlertFacts => ({
  kind: cause.kind,
  reason: cause.reason,
  subject_id: cause.subjectId,
  label: cause.label,
  project_id: cause.projectId,
  due_at: cause.dueAt?.toISOString() ?? null,
  last_answer: cause.lastAnswer ?? null,
});

const WORDS = {
  en: { due: 'Due', ends: 'Ends', answer: 'Last answer of the receiver' },
  de: { due: 'Fällig', ends: 'Ende', answer: 'Letzte Antwort des Empfängers' },
} as const;

/** The page on which a person can fix it. */
const BUTTONS: Readonly<
  Record<Subject, { readonly en: string; readonly de: string; readonly path: (facts: AlertFacts) => string }>
> = {
  webhooks: {
    en: 'Open the webhook',
    de: 'Webhook öffnen',
    path: (it) =>
      `/integrations?${query({ project_id: it.project_id, tab: 'webhooks', webhook: it.subject_id })}`,
  },
  api_keys: { en: 'Open the API keys', de: 'API-Schlüssel öffnen', path: () => '/integrations?tab=keys' },
  runtime: {
    en: 'Open the project',
    de: 'Projekt öffnen',
    path: (it) =>
      `/projects/${encodeURIComponent(it.subject_id)}${it.kind === 'runtime_drift' ? '?tab=release' : ''}`,
  },
  campaigns: {
    en: 'Open the campaign',
    de: 'Kampagne öffnen',
    path: (it) => `/campaigns/${it.subject_id}?step=${it.kind === 'wash_ends' ? 'wash' : 'checks'}`,
  },
  capacity: { en: 'Open the alerts', de: 'Meldungen öffnen', path: () => '/alerts' },
  usage: { en: 'Open billing', de: 'Abrechnung öffnen', path: () => '/billing' },
  caller_requests: {
    en: 'Open the request',
    de: 'Anfrage öffnen',
    path: (it) => `/requests?${query({ request: it.subject_id })}`,
  },
  sign_in: {
    en: 'Open the settings',
    de: 'Einstellungen öffnen',
    path: (it) => `/settings?tab=${it.kind === 'way_back_ends' ? 'break-glass' : 'signIn'}`,
  },
};

const query = (values: Readonly<Record<string, string | null>>): string =>
  new URLSearchParams(
    Object.entries(values).filter((it): it is [string, string] => it[1] !== null),
  ).toString();

/** A status such as HTTP 500, or the reason why there was none. */
const answerOf = (text: string): string => (/^\d+$/.test(text) ? `HTTP ${text}` : text.replaceAll('_', ' '));

/**
 * Refused slots and calls that the runtime left are only considered for the last day, so the start
 * of longer ones moves with time; by less than an hour, since consecutive events are no further
 * apart (alerts 2.4).
 */
const BEGINNING_MOVES_AFTER_MS = DAY_MS - HOUR_MS;

/** Whether the alert's start stays the same, so that the notice is sent once. */
export const hasFixedBeginning = ({ kind, since }: AlertCause, now: Date): boolean =>
  (kind !== 'capacity_blocked' && kind !== 'runtime_silent') ||
  now.getTime() - since.getTime() < BEGINNING_MOVES_AFTER_MS;

const linesOf = ({ message, action }: AlertText): readonly string[] => [message, action];
const germanLines = ([message, action, ask]: GermanText, isActor: boolean): readonly string[] => [
  message,
  isActor ? action : (ask ?? action),
];

/** A notice about an alert: the text of the alert list, and the page where it can be fixed. */
export function alertText(
  facts: AlertFacts,
  language: MailLanguage,
  zone: string,
  reader: AuthContext['scope'],
): NoticeText {
  const { kind, reason, label, due_at: due, last_answer: answer } = facts;
  const words = WORDS[language];
  const german = GERMAN[reason === null ? kind : `${kind}_${reason}`] ?? GERMAN[kind];
  const lines =
    language === 'de' && german
      ? germanLines(german, canAct(reader, kind))
      : linesOf(textOf(kind, reason, reader));
  const { path, ...labels } = BUTTONS[subjectOf(kind)];
  return {
    title: `${TITLES[kind][language]}: ${label}`,
    lines: [
      ...lines,
      ...(answer ? [`${words.answer}: ${answerOf(answer)}`] : []),
      ...(due === null
        ? []
        : [
            `${TOPIC_OF[kind] === 'caller_requests' ? words.due : words.ends}: ${instantInMail(due, language, zone)}`,
          ]),
    ],
    button: { label: labels[language], path: path(facts) },
  };
}
