import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CampaignLaunchPreview } from '../../../api/generated';
import { getCampaignLaunchPreviewOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { useNumbers } from '../../../texts/numbers';
import { useCampaignAddress } from '../queries';

/** How far the route looks ahead: longer than any weekend with holidays. */
const HOURS = 120;
/** How often the estimate of a running campaign is refreshed. */
const AGAIN_MS = 60_000;

function Estimated({ estimate }: { readonly estimate: CampaignLaunchPreview['estimate'] }) {
  const { t } = useTranslation();
  const { count, duration, money, percent } = useNumbers();
  const { ends_at_utc: end, end_unknown, calls, contacts_left: left, cost, cost_unknown, basis } = estimate;
  const unknown = (reason: string | null): string =>
    t('campaigns.estimate.unknown', { reason: t(`campaigns.estimate.why.${reason ?? 'too_few_calls'}`) });
  return (
    <>
      <Facts
        caption={t('campaigns.estimate.title')}
        rows={[
          [t('campaigns.estimate.end'), end ? <Instant at={end} /> : unknown(end_unknown)],
          ...(calls === null ? [] : [[t('campaigns.estimate.calls'), count(calls)] as const]),
          ...(left ? [[t('campaigns.estimate.left'), count(left)] as const] : []),
          [t('campaigns.estimate.cost'), cost ? money(cost.amount, cost.currency) : unknown(cost_unknown)],
        ]}
      />
      {basis.calls > 0 && (
        <Text size="sm" c="dimmed">
          {t('campaigns.estimate.basis', {
            formatted: count(basis.calls),
            seconds: duration(basis.average_seconds),
            answered: percent(basis.answered_percent),
          })}
        </Text>
      )}
    </>
  );
}

/** When a campaign is expected to end, and its cost (campaigns 6.8). */
export function Estimate({ isUnderWay = false }: { readonly isUnderWay?: boolean }) {
  const { t } = useTranslation();
  const { path, query } = useCampaignAddress();
  const preview = useQuery({
    ...getCampaignLaunchPreviewOptions({ path, query: { ...query, hours: HOURS } }),
    refetchInterval: isUnderWay ? AGAIN_MS : false,
  });
  const title = t('campaigns.estimate.title');
  return (
    <Panel title={title}>
      <Loaded query={preview} what={title} height={120}>
        {({ estimate }) => <Estimated estimate={estimate} />}
      </Loaded>
    </Panel>
  );
}
