import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse } from '../../../api/generated';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';

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
