import { Group, Text } from '@mantine/core';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconArrowForwardUp,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconDoorExit,
  IconFlag,
  IconHelpCircle,
  IconInfoCircle,
  IconLock,
  IconMoodEmpty,
  IconMoodSad,
  IconMoodSmile,
  IconPencil,
  IconPhone,
  IconPhoneEnd,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type Tone = 'good' | 'bad' | 'middle' | 'none';

const COLOURS: Readonly<Record<Tone, string>> = {
  good: 'var(--mantine-color-teal-text)',
  bad: 'var(--mantine-color-red-text)',
  middle: 'var(--mantine-color-text)',
  none: 'var(--mantine-color-dimmed)',
};

const SIGNS: Readonly<Record<string, readonly [Icon, Tone]>> = {
  'severity.critical': [IconAlertTriangle, 'bad'],
  'severity.warning': [IconAlertCircle, 'middle'],
  'severity.info': [IconInfoCircle, 'none'],
  'component.ok': [IconCircleCheck, 'good'],
  'component.degraded': [IconAlertTriangle, 'middle'],
  'component.down': [IconCircleX, 'bad'],
  'component.unknown': [IconHelpCircle, 'none'],
  'breakGlass.open': [IconAlertTriangle, 'bad'],
  'breakGlass.closed': [IconCircleCheck, 'good'],
  'breakGlass.expired': [IconClock, 'middle'],
  'holder.proved': [IconCircleCheck, 'good'],
  'holder.not_proved': [IconClock, 'middle'],
  'holder.no_longer': [IconCircleX, 'bad'],
  'status.completed': [IconCircleCheck, 'good'],
  'status.missed': [IconPhoneOff, 'middle'],
  'status.failed': [IconCircleX, 'bad'],
  'status.in_progress': [IconClock, 'middle'],
  'status.queued': [IconClock, 'none'],
  'status.unreported': [IconHelpCircle, 'none'],
  'status.ringing': [IconClock, 'none'],
  'sentiment.positive': [IconMoodSmile, 'good'],
  'sentiment.neutral': [IconMoodEmpty, 'middle'],
  'sentiment.upset': [IconMoodSad, 'bad'],
  'outcome.resolved': [IconCircleCheck, 'good'],
  'outcome.transferred': [IconArrowForwardUp, 'middle'],
  'outcome.follow_up_required': [IconFlag, 'middle'],
  'outcome.abandoned': [IconDoorExit, 'middle'],
  'outcome.caller_hangup': [IconPhoneEnd, 'middle'],
  'outcome.timeout': [IconClock, 'middle'],
  'outcome.technical_failure': [IconAlertTriangle, 'bad'],
  'person.active': [IconCircleCheck, 'good'],
  'person.ended': [IconCircleX, 'none'],
  'invitation.pending': [IconClock, 'middle'],
  'invitation.accepted': [IconCircleCheck, 'good'],
  'invitation.withdrawn': [IconCircleX, 'none'],
  'mail.pending': [IconClock, 'middle'],
  'mail.sent': [IconCircleCheck, 'good'],
  'mail.failed': [IconAlertTriangle, 'bad'],
  'address.pending': [IconClock, 'middle'],
  'address.verified': [IconCircleCheck, 'good'],
  'address.bounced': [IconAlertTriangle, 'bad'],
  'address.removed': [IconCircleX, 'none'],
  'export.queued': [IconClock, 'none'],
  'export.running': [IconClock, 'middle'],
  'export.ready': [IconCircleCheck, 'good'],
  'export.expired': [IconCircleDashed, 'none'],
  'export.failed': [IconCircleX, 'bad'],
  'schedule.active': [IconCircleCheck, 'good'],
  'schedule.paused': [IconPlayerPause, 'none'],
  'schedule.failing': [IconAlertTriangle, 'bad'],
  'report.pending': [IconClock, 'middle'],
  'report.sent': [IconCircleCheck, 'good'],
  'report.failed': [IconAlertTriangle, 'bad'],
  'report.skipped_empty': [IconCircleDashed, 'none'],
  'client.provisioning': [IconClock, 'middle'],
  'client.active': [IconCircleCheck, 'good'],
  'client.suspended': [IconLock, 'none'],
  'key.active': [IconCircleCheck, 'good'],
  'key.ending': [IconAlertTriangle, 'middle'],
  'key.grace': [IconClock, 'middle'],
  'key.expired': [IconCircleDashed, 'none'],
  'key.revoked': [IconCircleX, 'none'],
  'webhook.active': [IconCircleCheck, 'good'],
  'webhook.degraded': [IconAlertTriangle, 'bad'],
  'webhook.disabled': [IconCircleX, 'none'],
  'webhook.stopped': [IconCircleX, 'bad'],
  'delivery.pending': [IconClock, 'none'],
  'delivery.retrying': [IconClock, 'middle'],
  'delivery.succeeded': [IconCircleCheck, 'good'],
  'delivery.failed': [IconCircleX, 'bad'],
  'delivery.blocked': [IconAlertTriangle, 'bad'],
  'request.needs_review': [IconAlertTriangle, 'middle'],
  'request.ready': [IconClock, 'middle'],
  'request.in_progress': [IconClock, 'middle'],
  'request.completed': [IconCircleCheck, 'good'],
  'request.cancelled': [IconCircleX, 'none'],
  'request.unable_to_verify': [IconCircleX, 'none'],
  'invoice.draft': [IconCircleDashed, 'none'],
  'invoice.open': [IconClock, 'middle'],
  'invoice.overdue': [IconAlertTriangle, 'bad'],
  'invoice.paid': [IconCircleCheck, 'good'],
  'invoice.void': [IconCircleX, 'none'],
  'invoice.uncollectible': [IconAlertTriangle, 'bad'],
  'invoices.current': [IconCircleCheck, 'good'],
  'invoices.action_required': [IconClock, 'middle'],
  'invoices.overdue': [IconAlertTriangle, 'bad'],
  'catalog.ga': [IconCircleCheck, 'good'],
  'catalog.beta': [IconCircleDashed, 'middle'],
  'catalog.deprecated': [IconAlertTriangle, 'middle'],
  'delivery.cancelled': [IconCircleDashed, 'none'],
  'unlock.requested': [IconClock, 'middle'],
  'unlock.approved': [IconCircleCheck, 'good'],
  'unlock.active': [IconCircleCheck, 'good'],
  'unlock.expired': [IconCircleDashed, 'none'],
  'unlock.denied': [IconCircleX, 'bad'],
  'unlock.ended': [IconCircleX, 'none'],
  'factor.pending': [IconClock, 'middle'],
  'factor.active': [IconCircleCheck, 'good'],
  'signInTest.succeeded': [IconCircleCheck, 'good'],
  'signInTest.failed': [IconCircleX, 'bad'],
  'connection.draft': [IconPencil, 'none'],
  'connection.tested': [IconClock, 'middle'],
  'connection.active': [IconCircleCheck, 'good'],
  'connection.disabled': [IconCircleX, 'none'],
  'enforcement.required': [IconLock, 'good'],
  'enforcement.off': [IconCircleDashed, 'none'],
  'domain.pending': [IconClock, 'middle'],
  'domain.verified': [IconCircleCheck, 'good'],
  'domain.lost': [IconAlertTriangle, 'bad'],
  'campaign.draft': [IconPencil, 'none'],
  'campaign.scheduled': [IconClock, 'middle'],
  'campaign.running': [IconPlayerPlay, 'good'],
  'campaign.paused': [IconPlayerPause, 'middle'],
  'campaign.completed': [IconCircleCheck, 'good'],
  'campaign.cancelled': [IconCircleX, 'none'],
  'campaign.failed': [IconCircleX, 'bad'],
  'contact.completed': [IconCircleCheck, 'good'],
  'contact.failed': [IconCircleX, 'bad'],
  'contact.in_call': [IconPhone, 'middle'],
  'contact.dialing': [IconPhone, 'middle'],
  'contact.queued': [IconClock, 'none'],
  'contact.pending': [IconClock, 'none'],
  'contact.retry_scheduled': [IconClock, 'middle'],
  'wash.valid': [IconCircleCheck, 'good'],
  'wash.stale': [IconAlertTriangle, 'bad'],
  'wash.expired': [IconAlertTriangle, 'bad'],
  'wash.count_mismatch': [IconAlertTriangle, 'bad'],
  'validation.ready': [IconCircleCheck, 'good'],
  'validation.warning': [IconAlertTriangle, 'middle'],
  'validation.blocked': [IconCircleX, 'bad'],
  'source.waiting': [IconCircleDashed, 'none'],
  'source.pending': [IconClock, 'middle'],
  'source.held': [IconAlertTriangle, 'middle'],
  'source.ready': [IconCircleCheck, 'good'],
  'source.failed': [IconCircleX, 'bad'],
  'build.queued': [IconClock, 'none'],
  'build.building': [IconClock, 'middle'],
  'build.ready': [IconCircleCheck, 'good'],
  'build.failed': [IconCircleX, 'bad'],
  'build.cancelled': [IconCircleDashed, 'none'],
  'ticket.new': [IconCircleDashed, 'middle'],
  'ticket.open': [IconClock, 'middle'],
  'ticket.pending': [IconPlayerPause, 'none'],
  'ticket.solved': [IconCircleCheck, 'good'],
  'ticket.closed': [IconLock, 'none'],
  'file.uploaded': [IconClock, 'none'],
  'file.scanning': [IconClock, 'middle'],
  'file.clean': [IconCircleCheck, 'good'],
  'file.infected': [IconAlertTriangle, 'bad'],
  'file.refused': [IconCircleX, 'bad'],
  'file.failed': [IconCircleX, 'bad'],
  'file.deleted': [IconCircleDashed, 'none'],
};

/**
 * A state of the API in the reader's words. Colour is never the only sign: it comes with an icon
 * and the word.
 */
export function StatusLabel({
  kind,
  value,
  word,
}: {
  readonly kind:
    | 'severity'
    | 'component'
    | 'status'
    | 'sentiment'
    | 'outcome'
    | 'person'
    | 'invitation'
    | 'mail'
    | 'address'
    | 'export'
    | 'breakGlass'
    | 'build'
    | 'holder'
    | 'client'
    | 'key'
    | 'schedule'
    | 'report'
    | 'webhook'
    | 'delivery'
    | 'catalog'
    | 'request'
    | 'unlock'
    | 'connection'
    | 'domain'
    | 'enforcement'
    | 'factor'
    | 'file'
    | 'signInTest'
    | 'source'
    | 'ticket'
    | 'invoice'
    | 'invoices'
    | 'campaign'
    | 'contact'
    | 'validation'
    | 'wash';
  readonly value: string;
  /** Replaces the word for the value. */
  readonly word?: string;
}) {
  const { t } = useTranslation();
  const [Sign, tone] = SIGNS[`${kind}.${value}`] ?? [IconCircleDashed, 'none' as const];
  return (
    <Group gap={6} wrap="nowrap">
      <Sign aria-hidden size={16} stroke={1.75} color={COLOURS[tone]} />
      <Text span size="sm">
        {word ?? t(`words.${kind}.${value}`, { defaultValue: value })}
      </Text>
    </Group>
  );
}
