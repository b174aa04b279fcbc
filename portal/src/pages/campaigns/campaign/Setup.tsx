import { Button, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { useMay } from '../../../address/assignment';
import { useNumbers } from '../../../texts/numbers';
import { useProjectName } from '../queries';
import type { Campaign } from '../vocabulary';
import type { ReactNode } from 'react';

/** The rules of calling begin the second half. */
const HALF = 14;

/** The settings of a campaign. */
export function Setup({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const may = useMay();
  const projectName = useProjectName();
  const { retry_policy: retry, voicemail_policy: voicemail, personalization, compliance } = campaign;
  const yes = (value: boolean): string => t(value ? 'campaigns.yes' : 'campaigns.no');
  const keys = (names: readonly string[]): string => (names.length > 0 ? names.join(', ') : '–');
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['project', projectName(campaign.project_id)],
    ['description', campaign.description ?? '–'],
    ['callType', t(`words.callType.${campaign.campaign_call_type}`)],
    ['priority', count(campaign.priority)],
    ['zone', campaign.timezone],
    ['repeated', yes(campaign.allow_repeated_numbers)],
    ['maxAttempts', retry.enabled ? count(retry.max_attempts) : t('campaigns.no')],
    [
      'backoff',
      `${count(retry.backoff_base_seconds)} s, ${t(`campaignWords.backoff.${retry.backoff_strategy}`)}`,
    ],
    ['onVoicemail', t(`campaignWords.machine.${voicemail.on_voicemail}`)],
    ['onIvr', t(`campaignWords.machine.${voicemail.on_ivr}`)],
    ['onSilence', t(`campaignWords.machine.${voicemail.on_silence}`)],
    ['onUnknown', t(`campaignWords.machine.${voicemail.on_unknown}`)],
    ['requiredKeys', keys(personalization.required_keys)],
    ['allowedKeys', keys(personalization.allowed_keys)],
    ['washRequired', yes(compliance.registry_wash_required)],
    ['washAge', count(compliance.registry_wash_max_age_days)],
    ['consentRequired', yes(compliance.consent_required)],
    ['afterHours', yes(compliance.prevent_after_hours)],
    ['holidays', yes(compliance.check_public_holiday)],
    ['ownClock', yes(compliance.recipient_timezone_aware)],
    ['returnNumber', compliance.cli_return_number ?? '–'],
    ['employer', compliance.cli_employer_name ?? '–'],
    ['authorizer', compliance.cli_authorizer_name ?? '–'],
    ['purpose', compliance.cli_call_purpose ?? '–'],
    ['exemption', compliance.exemption_type ?? '–'],
    ['started', <Instant key="started" at={campaign.started_at_utc} />],
    ['completed', <Instant key="completed" at={campaign.completed_at_utc} />],
  ];
  return (
    <Panel
      title={t('campaigns.facts')}
      aside={
        may('createOutboundCampaign') && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/campaigns/new"
                search={({ client_id, project_id }) => ({
                  client_id,
                  project_id,
                  from: campaign.campaign_id,
                })}
                {...props}
              />
            )}
          >
            {t('campaignForm.copy')}
          </Button>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="xl">
        {[rows.slice(0, HALF), rows.slice(HALF)].map((part) => (
          <Facts
            key={part[0]?.[0]}
            caption={t('campaigns.facts')}
            rows={part.map(([name, value]) => [t(`campaigns.field.${name}`), value] as const)}
          />
        ))}
      </SimpleGrid>
    </Panel>
  );
}
