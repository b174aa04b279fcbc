import { Badge, Group, Stack, Text, Timeline } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse } from '../../api/generated';
import { Facts } from '../../parts/values/Facts';
import { Instant } from '../../parts/values/Instant';

/** Events of the call, in chronological order. */
export function Events({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  if (call.timeline.length === 0) return <Text c="dimmed">{t('call.noEvents')}</Text>;
  return (
    <Timeline bulletSize={12} lineWidth={2} active={call.timeline.length}>
      {call.timeline.map(({ event, at_utc }, index) => (
        <Timeline.Item key={index} title={t(`words.event.${event}`)}>
          <Text size="sm" c="dimmed">
            <Instant at={at_utc} isExact />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

/** Each attempt to pass the call on. */
export function Transfer({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  if (!call.transfer) return <Text c="dimmed">{t('calls.noTransfer')}</Text>;
  return (
    <Stack gap="xs">
      {call.transfer.attempts.map(({ kind, at_utc, outcome, target_name }, index) => (
        <Group key={index} gap="xs">
          <Text size="sm" c="dimmed">
            {t('calls.attempt')} {index + 1}
          </Text>
          <Badge variant="default">{t(`words.transfer.${outcome}`)}</Badge>
          {kind === 'direct_call' && <Text size="sm">{t('call.directCall')}</Text>}
          {target_name && (
            <Text size="sm" dir="auto">
              {t('calls.target')} {target_name}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            <Instant at={at_utc} isExact />
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

/** The caller's consents, and their current state. */
export function Consent({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  const { consent } = call;
  if (!consent) return <Text c="dimmed">{t('calls.noConsent')}</Text>;
  return (
    <Facts
      caption={t('calls.consent')}
      rows={[
        [t('call.consentNow'), <b key="state">{t(`call.consentState.${consent.state}`)}</b>],
        [t('call.consentReported'), t(`words.consent.${consent.status}`)],
        [t('call.consentMethod'), consent.method ? t(`call.method.${consent.method}`) : '–'],
        [t('words.consent.obtained'), <Instant key="obtained" at={consent.obtained_at_utc} />],
        [t('call.consentExpires'), <Instant key="expires" at={consent.expires_at_utc} />],
        ...(consent.withdrawn_at_utc
          ? [[t('words.consent.withdrawn'), <Instant key="gone" at={consent.withdrawn_at_utc} />] as const]
          : []),
      ]}
    />
  );
}

/** The summary, or why there is none. */
export function Summary({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  if (call.summary !== null) {
    return (
      <Text dir="auto" className="breaks">
        {call.summary}
      </Text>
    );
  }
  return (
    <Text c="dimmed">
      {t(call.compliance.summary_status === 'withheld' ? 'call.summaryWithheld' : 'calls.noSummary')}
    </Text>
  );
}
