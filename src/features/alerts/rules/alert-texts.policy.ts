import type { AuthContext } from '../../../core/shared/auth-context.js';
import { canAct, type AlertKind, type AlertReason, type Severity } from './alert-kinds.js';

type Reader = AuthContext['scope'];

/** The text of an alert: how urgent it is, what is wrong, what to do (alerts 2.3). */
export interface AlertText {
  readonly severity: Severity;
  readonly message: string;
  readonly action: string;
}

interface KindText extends AlertText {
  /** The action for roles that cannot do it themselves. */
  readonly ask?: string;
}

const says = (severity: Severity, message: string, action: string, ask?: string): KindText => ({
  severity,
  message,
  action,
  ...(ask !== undefined && { ask }),
});

const ASK_FOR_RECEIVER =
  'Ask your partner to fix the receiver. The Status page names the partner, and says why the receiver fails and since when.';

/** By kind, and by reason if a kind has several. */
const TEXTS: Readonly<Record<AlertKind, KindText | Readonly<Partial<Record<AlertReason, KindText>>>>> = {
  webhook_degraded: says(
    'warning',
    "The webhook's receiver is failing. New deliveries are still attempted.",
    'Fix the receiver, then send a failed delivery again. The alert ends with the first delivery that succeeds.',
    ASK_FOR_RECEIVER,
  ),
  webhook_disabled: {
    by_owner: says(
      'info',
      'The webhook is switched off. Nothing is delivered.',
      'Switch the webhook on, or delete it if it is no longer needed.',
      'Ask your partner to switch the webhook on, or to delete it if it is no longer needed.',
    ),
    gone: says(
      'critical',
      'The receiver answered 410, so the webhook was switched off. Nothing is delivered.',
      "Correct the webhook's URL, switch it on, and recover the missed events.",
      ASK_FOR_RECEIVER,
    ),
    failing: says(
      'critical',
      'The receiver failed for a day, so the webhook was switched off. Nothing is delivered.',
      'Fix the receiver, switch the webhook on, and recover the missed events.',
      ASK_FOR_RECEIVER,
    ),
  },
  webhook_secret_ends: says(
    'info',
    "The webhook's previous signing secret expires soon.",
    'Make sure that the receiver accepts the new secret, then end the previous one.',
  ),
  api_key_ends: {
    expires: says(
      'warning',
      'The API key expires soon.',
      'Rotate the key, choose a later expiry, and give the new key to the system that uses it. If nothing ' +
        'uses it, revoke it.',
    ),
    replaced_key_in_use: says(
      'warning',
      'The API key was rotated and is still in use. It stops working when its grace period ends.',
      'Give the new key to the system that still uses the old one, then revoke the old one.',
    ),
  },
  runtime_drift: says(
    'warning',
    'The runtime runs a configuration other than the published one.',
    'Compare the versions, then deploy the published one.',
  ),
  runtime_silent: says(
    'critical',
    'The runtime stopped reporting calls of the project, so they were ended as failed.',
    'Check that the runtime runs and reaches the API. The alert ends an hour after the last such call.',
  ),
  campaign_paused: {
    validation_blocked: says(
      'warning',
      'The campaign was paused because its validation found a blocker.',
      'Read the validation report, fix what it names, then resume the campaign.',
    ),
    circuit_breaker: says(
      'critical',
      'The campaign was paused because too many of its calls failed.',
      'Check the failed calls and the telephony provider, then resume the campaign.',
    ),
    capacity: says(
      'warning',
      'The campaign was paused because it has no capacity or a usage cap is reached.',
      'Raise the capacity or the usage cap, then resume the campaign.',
    ),
  },
  wash_ends: {
    ending: says(
      'warning',
      'The registry wash of the campaign expires soon. Without a new one the campaign is paused.',
      'Wash the numbers of the campaign again and record the result.',
    ),
    ended: says(
      'critical',
      'The registry wash of the campaign has expired. Its contacts are not called.',
      'Wash the numbers of the campaign again and record the result.',
    ),
  },
  capacity_blocked: says(
    'warning',
    'Calls of the project were refused in the last hour because all slots were taken.',
    'Spread the campaigns of the project over more time, or raise its capacity. The alert ends an hour ' +
      'after the last refusal.',
    'Ask your partner to spread the campaigns of the project over more time, or to have its capacity raised. ' +
      'The alert ends an hour after the last refusal.',
  ),
  usage_threshold: {
    notify: says(
      'info',
      'Usage has reached a threshold in this billing period.',
      'Check the usage in this period, then raise the threshold or acknowledge the alert. It ends with the period.',
    ),
    pause_campaigns: says(
      'critical',
      'A usage cap is reached in this billing period. Campaigns do not run.',
      'Raise the threshold, or wait for the next billing period.',
    ),
  },
  caller_request_urgent: says(
    'warning',
    "A caller's request about their own data is due soon.",
    'Complete the request before its due date.',
    'Staff of the platform complete the request before its due date. Open it to see its status and whom to ask.',
  ),
  caller_request_overdue: says(
    'critical',
    "A caller's request about their own data is overdue.",
    'Complete the request now, and note why it is late.',
    'Staff of the platform must complete the request now. Open it to see its status and whom to ask.',
  ),
  work_given_up: says(
    'critical',
    'Background work for this client failed too often and was abandoned.',
    'Fix the cause, then retry the work with operate work-retry, or delete it with operate work-drop.',
  ),
  support_overdue: says(
    'warning',
    'The first answer to a support ticket is overdue.',
    'Answer the ticket with a public comment.',
  ),
  address_bounced: says(
    'warning',
    'The mail server permanently refused an email to an address for notices. The address no longer gets notices.',
    'Once its mailbox works, ask the address to confirm again, or delete it and add another one. Either ends the alert.',
  ),
  break_glass: {
    open: says(
      'critical',
      'A break-glass holder signed in without the directory and can now change connections, enforcement and people.',
      'If your team did not announce this, close the use.',
    ),
    unconfirmed: says(
      'warning',
      'A break-glass use has ended, and no other administrator has confirmed it yet.',
      'Read what was done during the use, then confirm it. Only an administrator other than the holder can.',
    ),
  },
  way_back_ends: {
    ending: says(
      'warning',
      'Single sign-on is required, and soon fewer than two break-glass holders can sign in without the directory.',
      'Ask the holders to verify their passkeys again on the Break-glass page. A verification is valid for 30 days.',
    ),
    ended: says(
      'critical',
      'Single sign-on is required, and fewer than two break-glass holders can sign in without the directory.',
      'Ask two holders to verify their passkeys on the Break-glass page now, or end the requirement.',
    ),
  },
  sso_certificate_ends: {
    ending: says(
      'warning',
      'The certificate with which the directory signs expires soon. After that, no one can sign in through this connection.',
      "Import the directory's new metadata into the connection, then test it.",
    ),
    ended: says(
      'critical',
      'The certificate with which the directory signs has expired. No one can sign in through this connection.',
      "Import the directory's new metadata into the connection, then test it.",
    ),
  },
};

/** The reasons of a kind; null stands for its only text. */
export function reasonsOf(kind: AlertKind): readonly (AlertReason | null)[] {
  const text = TEXTS[kind];
  return 'message' in text ? [null] : (Object.keys(text) as AlertReason[]);
}

/** @param reason null for a kind with one text */
function kindText(kind: AlertKind, reason: AlertReason | null): KindText {
  const text = TEXTS[kind];
  if ('message' in text) return text;
  const found = reason === null ? undefined : text[reason];
  if (!found) throw new Error(`Alerts of kind ${kind} have no reason ${reason}.`);
  return found;
}

/** The same for every reader. */
export const severityOf = (kind: AlertKind, reason: AlertReason | null): Severity =>
  kindText(kind, reason).severity;

/**
 * The text for a reader; one who cannot do what is needed is told whom to ask (alerts 2.3).
 * @param reason null for a kind with one text
 */
export function textOf(kind: AlertKind, reason: AlertReason | null, reader: Reader): AlertText {
  const { ask, ...text } = kindText(kind, reason);
  return ask === undefined || canAct(reader, kind) ? text : { ...text, action: ask };
}
