import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getCampaignReportOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { daysBefore, dayIn } from '../../../address/range';
import { useView } from '../../../address/view';
import { Figure } from '../../../parts/figures/Figure';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { useNumbers } from '../../../texts/numbers';
import { useCampaignAddress } from '../queries';

/** Interval between reads of a running campaign's report. */
const AGAIN_MS = 15_000;

const ROUTE = '/v1/outbound-campaigns/{campaign_id}/report';
/** The days that the list of calls covers, including today. */
const DAYS_OF_LIST = 398;

/** A figure of the report; a figure that counts calls links to them. */
function ReportFigure({
  figure,
  keys,
  what,
  children,
}: {
  readonly figure: string;
  readonly keys?: readonly string[];
  readonly what: string;
  readonly children: string;
}) {
  const { path, query } = useCampaignAddress();
  const { zone } = useView();
  const today = dayIn(zone, new Date());
  return (
    <Figure
      of={{ route: ROUTE, query: { ...query, ...path }, figure, ...(keys && { keys }) }}
      dates={{ start_date: daysBefore(today, DAYS_OF_LIST), end_date: today, timezone: zone }}
      what={what}
    >
      {children}
    </Figure>
  );
}

function Counted({
  title,
  figure,
  counts,
  textOf,
}: {
  readonly title: string;
  readonly figure: string;
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
        <Facts
          caption={title}
          rows={rows.map(([code, value]) => [
            textOf(code),
            <ReportFigure figure={`${figure}[*]`} keys={[code]} what={textOf(code)}>
              {count(value)}
            </ReportFigure>,
          ])}
        />
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
                ...(
                  [
                    [t('report.total'), 'linked_calls.total', count(calls.total)],
                    [t('words.status.completed'), 'linked_calls.completed', count(calls.completed)],
                    [t('words.status.missed'), 'linked_calls.missed', count(calls.missed)],
                    [t('words.status.failed'), 'linked_calls.failed', count(calls.failed)],
                    [
                      t('report.duration'),
                      'linked_calls.total_duration_seconds',
                      duration(calls.total_duration_seconds),
                    ],
                    [t('contacts.retryDue'), 'retry_due_total', count(it.retry_due_total)],
                  ] as const
                ).map(
                  ([what, figure, text]) =>
                    [
                      what,
                      <ReportFigure figure={figure} what={what}>
                        {text}
                      </ReportFigure>,
                    ] as const,
                ),
                [t('report.asOf'), <Instant at={it.generated_at_utc} />],
              ]}
            />
          </Panel>
          <Counted
            title={t('contacts.disposition')}
            figure="disposition_counts"
            counts={disposition_counts}
            textOf={(code) => t(`campaignWords.disposition.${code}`, { defaultValue: code })}
          />
          <Counted
            title={t('contacts.reason')}
            figure="callable_counts.by_reason"
            counts={callable_counts.by_reason}
            textOf={(code) => t(`campaignWords.reason.${code}`, { defaultValue: code })}
          />
          <Counted
            title={t('contacts.register')}
            figure="registry_status_counts"
            counts={registry_status_counts}
            textOf={(code) => t(`campaignWords.register.${code}`, { defaultValue: code })}
          />
        </SimpleGrid>
      )}
    </Loaded>
  );
}
