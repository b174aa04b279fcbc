import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getCampaignReportOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { useNumbers } from '../../../texts/numbers';
import { useCampaignAddress } from '../queries';

/** Interval between reads of a running campaign's report. */
const AGAIN_MS = 15_000;

function Counted({
  title,
  counts,
  textOf,
}: {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly textOf: (code: string) => string;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const rows = Object.entries(counts).filter(([, value]) => value > 0);
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('report.nothing')}
        </Text>
      ) : (
        <Facts caption={title} rows={rows.map(([code, value]) => [textOf(code), count(value)] as const)} />
      )}
    </Panel>
  );
}

/** Results of a campaign's contacts and calls. */
export function Report({ isUnderWay }: { readonly isUnderWay: boolean }) {
  const { t } = useTranslation();
  const { count, duration } = useNumbers();
  const address = useCampaignAddress();
  const report = useQuery({
    ...getCampaignReportOptions(address),
    refetchInterval: isUnderWay ? AGAIN_MS : false,
  });
  return (
    <Loaded query={report} what={t('report.title')} height={240}>
      {({ linked_calls: calls, disposition_counts, callable_counts, registry_status_counts, ...it }) => (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Panel title={t('report.calls')}>
            <Facts
              caption={t('report.calls')}
              rows={[
                [t('report.total'), count(calls.total)],
                [t('words.status.completed'), count(calls.completed)],
                [t('words.status.missed'), count(calls.missed)],
                [t('words.status.failed'), count(calls.failed)],
                [t('report.duration'), duration(calls.total_duration_seconds)],
                [t('contacts.retryDue'), count(it.retry_due_total)],
                [t('report.asOf'), <Instant at={it.generated_at_utc} />],
              ]}
            />
          </Panel>
          <Counted
            title={t('contacts.disposition')}
            counts={disposition_counts}
            textOf={(code) => t(`campaignWords.disposition.${code}`, { defaultValue: code })}
          />
          <Counted
            title={t('contacts.reason')}
            counts={callable_counts.by_reason}
            textOf={(code) => t(`campaignWords.reason.${code}`, { defaultValue: code })}
          />
          <Counted
            title={t('contacts.register')}
            counts={registry_status_counts}
            textOf={(code) => t(`campaignWords.register.${code}`, { defaultValue: code })}
          />
        </SimpleGrid>
      )}
    </Loaded>
  );
}
