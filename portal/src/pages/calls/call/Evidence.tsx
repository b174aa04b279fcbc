import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse, GetOutboundEvidenceResponse } from '../../../api/generated';
import {
  getOutboundCampaignOptions,
  getOutboundEvidenceOptions,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../address/assignment';
import { useView } from '../../../address/view';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { Loaded } from '../../../parts/States';

type Rows = readonly (readonly [string, ReactNode])[];

/** The name of the campaign, for people who may read campaigns, and a link to its other calls. */
function Campaign({ campaignId }: { readonly campaignId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const reads = useMay()('getOutboundCampaign');
  const campaign = useQuery({
    ...getOutboundCampaignOptions({ path: { campaign_id: campaignId }, query: { client_id } }),
    enabled: reads,
  });
  return (
    <Stack gap={0} align="flex-start">
      <Text size="sm" dir="auto">
        {campaign.data?.name ?? campaignId}
      </Text>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            to="/calls"
            search={(it) => ({ ...it, campaign_id: campaignId, cursor: undefined })}
            {...props}
          />
        )}
      >
        {t('evidence.campaignCalls')}
      </Anchor>
    </Stack>
  );
}

function useEvidenceRows(evidence: GetOutboundEvidenceResponse): Rows {
  const { t } = useTranslation();
  const word = (kind: string, value: string | null | undefined): string =>
    value === null || value === undefined
      ? '–'
      : t(`evidence.${kind}.${value}`, { defaultValue: value.replaceAll('_', ' ') });
  const yes = (value: boolean): string => t(value ? 'calls.yes' : 'calls.no');
  const {
    timezone_evaluation: clock,
    holiday_evaluation: holiday,
    dncr_summary: wash,
    cli_summary: cli,
    retry_summary: retry,
    recent_call_summary: recent,
    consent_evidence: consent,
    exemption_evidence: exemption,
  } = evidence;
  const rows: (readonly [string, ReactNode])[] = [
    [t('evidence.callType'), word('callTypes', evidence.call_type)],
    [
      t('evidence.policy'),
      `${evidence.policy_source ?? ''} ${evidence.policy_version ?? ''} · ${evidence.jurisdiction ?? ''}`,
    ],
  ];
  if (clock) {
    const hours =
      clock.window_start && clock.window_end ? `${clock.window_start}–${clock.window_end} · ` : '';
    rows.push(
      [t('evidence.decided'), <Instant key="decided" at={clock.evaluated_at_utc} isExact />],
      [
        t('evidence.clock'),
        // As shown on the clock: the reader's zone does not change it.
        `${clock.local_time?.slice(11, 16) ?? '–'} · ${clock.recipient_timezone ?? '–'}`,
      ],
      [t('evidence.hours'), `${hours}${t(clock.within_window ? 'evidence.within' : 'evidence.outside')}`],
    );
  }
  if (holiday) {
    rows.push([
      t('evidence.holiday'),
      `${holiday.holiday_name ?? t('evidence.noHoliday')} · ${holiday.subdivision ?? holiday.calendar}`,
    ]);
  }
  if (wash) {
    rows.push(
      [t('evidence.registry'), word('registryStatus', wash.registry_status)],
      [t('evidence.washed'), <Instant key="washed" at={wash.washed_at_utc} />],
      [t('evidence.washValid'), <Instant key="valid" at={wash.valid_until_utc} />],
    );
  }
  if (consent) {
    rows.push(
      [t('evidence.consent'), word('consentState', consent.state)],
      [t('evidence.consentNeeded'), yes(consent.required)],
      [t('evidence.consentKept'), yes(consent.evidence_recorded)],
    );
  }
  if (exemption?.exemption_type) {
    rows.push([
      t('evidence.exemption'),
      `${word('exemptions', exemption.exemption_type)} · ${t(exemption.verified ? 'evidence.verified' : 'evidence.unverified')}`,
    ]);
  }
  if (cli) {
    rows.push(
      [t('evidence.callBack'), cli.return_number_masked ?? '–'],
      [t('evidence.onBehalf'), [cli.employer_name, cli.authorizer_name].filter(Boolean).join(' · ') || '–'],
      [t('evidence.purpose'), cli.call_purpose ?? '–'],
    );
  }
  if (retry) {
    rows.push([
      t('evidence.attempt'),
      t('evidence.attemptOf', { attempt: retry.attempt_number, retries: retry.max_attempts }),
    ]);
  }
  if (recent?.called_at_utc) {
    rows.push(
      [t('evidence.recentCall'), <Instant key="recentCall" at={recent.called_at_utc} />],
      [t('evidence.pauseUntil'), <Instant key="pauseUntil" at={recent.may_be_called_from_utc} />],
    );
  }
  return rows;
}

function Recorded({ evidence }: { readonly evidence: GetOutboundEvidenceResponse }) {
  const { t } = useTranslation();
  return <Facts caption={t('evidence.title')} rows={useEvidenceRows(evidence)} />;
}

/** The evidence that this person might be called, as it was at the time (dispatch 6.3). */
export function Evidence({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const evidence = useQuery(
    getOutboundEvidenceOptions({ path: { call_id: call.call_id }, query: { client_id } }),
  );
  return (
    <Stack gap="sm" align="stretch">
      <Facts
        caption={t('evidence.origin')}
        rows={[
          [
            t('evidence.campaign'),
            call.campaign_id === null ? (
              t('evidence.single')
            ) : (
              <Campaign key="campaign" campaignId={call.campaign_id} />
            ),
          ],
          [t('evidence.contact'), call.contact_id ?? '–'],
        ]}
      />
      <Loaded query={evidence} what={t('evidence.title')} height={320}>
        {(data) =>
          data.evidence_status === 'recorded' ? (
            <Recorded evidence={data} />
          ) : (
            <Text c="dimmed">{t(`evidence.status.${data.evidence_status}`)}</Text>
          )
        }
      </Loaded>
    </Stack>
  );
}
