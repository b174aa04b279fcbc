import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import {
  NOTIFIED_STATUSES,
  type NotifiedAddress,
} from '../../email-routing/lookup/notified-addresses.service.js';
import {
  ALERT_KINDS,
  ALERT_REASONS,
  SEVERITIES,
  SUBJECT_TYPES,
  type AlertKind,
  type AlertReason,
  type Severity,
  type SubjectType,
} from './alert-kinds.js';
import type { CapacityLimits, OpenAlert } from './open-alerts.policy.js';

const ALERT_STATES = ['open', 'acknowledged'] as const;

export class AlertSubject {
  @ApiProperty({ enum: SUBJECT_TYPES })
  type!: SubjectType;

  @Field('The id of the subject, as its own routes accept it.', {
    example: '0198c5a0-7c1e-7d53-9f6b-2f6e0c1a9b40',
  })
  id!: string;

  @Field(
    'Its display name: the host of a webhook, the description of a key, the name of a project or campaign, ' +
      'the meter of a usage alert, the tracking id of a request.',
    { example: 'Recall November' },
  )
  label!: string;
}

/** alerts 2.8. */
export class AlertLimits implements CapacityLimits {
  @NullableField('integer', { description: 'The limit of the project; null: none is set.', example: 5 })
  project!: number | null;

  @NullableField('integer', { description: 'The limit of the client; null: none is set.', example: 20 })
  client!: number | null;
}

/** alerts 7.5. */
export class AddressTold implements NotifiedAddress {
  @ApiProperty({ example: 'd***@e***.com' })
  email_masked!: string;

  @Field('The name of the address in the portal.', { example: 'Front desk' })
  label!: string;

  @Field('`waiting`: not sent yet; `failed`: the mail server has not accepted it.', {
    enum: NOTIFIED_STATUSES,
    example: 'sent',
  })
  status!: NotifiedAddress['status'];

  @Field('When it was sent or failed; while it is waiting, when it was written.', { format: 'date-time' })
  at_utc!: string;
}

/** alerts 2.2. */
export class Alert {
  @Field('Stays the same for a kind and subject for as long as the client exists.', { format: 'uuid' })
  alert_id!: string;

  @ApiProperty({ enum: ALERT_KINDS })
  kind!: AlertKind;

  @Field('Why, for a kind that has several reasons; null for the others.', {
    enum: ALERT_REASONS,
    nullable: true,
    example: 'circuit_breaker',
  })
  reason!: AlertReason | null;

  @ApiProperty({ enum: SEVERITIES })
  severity!: Severity;

  @ApiProperty()
  subject!: AlertSubject;

  @NullableField(String, {
    description: 'Null: the client as a whole.',
    example: 'acme-dental-front-desk-k3vq72',
  })
  project_id!: string | null;

  @ApiProperty({ format: 'date-time' })
  since_utc!: string;

  @NullableField(String, {
    description: 'When it ends or is due: a key, a secret, a wash, a request, a billing period.',
    format: 'date-time',
  })
  due_at_utc!: string | null;

  @Field(
    '`acknowledged`: a person has acknowledged it since it began; it stays in the list until its cause ends.',
    {
      enum: ALERT_STATES,
    },
  )
  state!: (typeof ALERT_STATES)[number];

  @NullableField(String, { description: 'The user_id of the person; null while open.' })
  acknowledged_by!: string | null;

  @NullableField(String, { description: 'Null while open.', format: 'date-time' })
  acknowledged_at_utc!: string | null;

  @Field('The problem.', { example: 'The campaign was paused because too many of its calls failed.' })
  message!: string;

  @Field('The next step.', {
    example: 'Check the failed calls and the telephony provider, then resume the campaign.',
  })
  action!: string;

  @NullableField(AlertLimits, {
    description: 'How many calls may run at once, for `capacity_blocked`. Null for other kinds.',
  })
  limits!: AlertLimits | null;

  @NullableField([AddressTold], {
    description:
      'The addresses of your party that were notified since it began, the last time each. Null for roles that ' +
      'see no addresses, and for alerts of which none of their addresses is notified.',
  })
  told!: readonly AddressTold[] | null;
}

export const toAlert = (alert: OpenAlert, told: readonly NotifiedAddress[] | null): Alert => ({
  alert_id: alert.alertId,
  kind: alert.kind,
  reason: alert.reason,
  severity: alert.severity,
  subject: { type: alert.subjectType, id: alert.subjectId, label: alert.label },
  project_id: alert.projectId,
  since_utc: alert.since.toISOString(),
  due_at_utc: alert.dueAt?.toISOString() ?? null,
  state: alert.acknowledgement ? 'acknowledged' : 'open',
  acknowledged_by: alert.acknowledgement?.acknowledgedBy ?? null,
  acknowledged_at_utc: alert.acknowledgement?.acknowledgedAt.toISOString() ?? null,
  message: alert.message,
  action: alert.action,
  limits: alert.limits ?? null,
  told,
});
