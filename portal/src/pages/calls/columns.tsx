import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ListCallsResponse } from '../../api/generated';
import { CallBackInRow } from '../../parts/follow-up/CallBackInRow';
import type { Column } from '../../parts/tables/DataTable';
import { Instant } from '../../parts/values/Instant';
import { StatusLabel } from '../../parts/values/StatusLabel';
import { useNumbers } from '../../texts/numbers';
import { CallVersion } from './CallVersion';
import { shownStatus } from './call-status';
import type { Search } from './filters';

type Row = ListCallsResponse['items'][number];

const SHOWN_AT_FIRST = [
  'started_at_utc',
  'caller',
  'project',
  'direction',
  'call_status',
  'primary_outcome',
  'sentiment',
  'duration_seconds',
  'agent',
];

/** The columns in the address; without any, the default columns. */
export function shownColumns(search: Search): readonly string[] {
  const named = search['columns']?.split(',').filter((name) => name !== '');
  return named?.length ? named : SHOWN_AT_FIRST;
}

/** The `columns` parameter of the address; undefined for the default columns. */
export const columnsParameter = (shown: readonly string[]): string | undefined =>
  shown.join() === SHOWN_AT_FIRST.join() ? undefined : shown.join();

/** Every column that the list of calls can show. */
export function useCallColumns(): readonly Column<Row>[] {
  const { t } = useTranslation();
  const { duration, money } = useNumbers();
  return [
    {
      name: 'started_at_utc',
      label: t('calls.started'),
      canSort: true,
      cell: (row) => <Instant at={row.started_at_utc} />,
    },
    { name: 'ended', label: t('calls.ended'), cell: (row) => <Instant at={row.ended_at_utc} /> },
    {
      name: 'caller',
      label: t('calls.caller'),
      isPlain: true,
      cell: (row) => row.caller_display ?? t('calls.withheld'),
    },
    {
      name: 'project',
      label: t('calls.project'),
      isPlain: true,
      cell: (row) => row.project_name ?? row.project_id,
    },
    {
      name: 'direction',
      label: t('calls.direction'),
      isPlain: true,
      cell: (row) => t(`words.direction.${row.direction}`),
    },
    { name: 'channel', label: t('calls.channel'), cell: (row) => t(`words.channel.${row.channel}`) },
    {
      name: 'call_status',
      label: t('calls.status'),
      canSort: true,
      isPlain: true,
      cell: (row) => <StatusLabel kind="status" value={shownStatus(row, Date.now())} />,
    },
    {
      name: 'detail',
      label: t('calls.statusDetail'),
      cell: (row) =>
        row.status_detail === null
          ? '–'
          : t(`call.statusDetail.${row.status_detail}`, { defaultValue: row.status_detail }),
    },
    {
      name: 'primary_outcome',
      label: t('calls.outcome'),
      canSort: true,
      cell: (row) => <StatusLabel kind="outcome" value={row.primary_outcome.id} />,
    },
    {
      name: 'disconnection',
      label: t('calls.disconnection'),
      cell: (row) => t(`words.disconnection.${row.disconnection_reason}`),
    },
    {
      name: 'sentiment',
      label: t('calls.sentiment'),
      cell: (row) => <StatusLabel kind="sentiment" value={row.sentiment} />,
    },
    {
      name: 'duration_seconds',
      label: t('calls.duration'),
      canSort: true,
      isNumber: true,
      cell: (row) => duration(row.duration_seconds),
    },
    { name: 'agent', label: t('calls.agent'), isPlain: true, cell: (row) => row.agent_name ?? '–' },
    { name: 'version', label: t('calls.version'), cell: (row) => <CallVersion call={row} /> },
    {
      name: 'escalated',
      label: t('calls.handoverReported'),
      cell: (row) => t(row.human_escalation ? 'calls.yes' : 'calls.no'),
    },
    {
      name: 'transfer',
      label: t('calls.transfer'),
      cell: (row) => (row.transfer_outcome === null ? '–' : t(`words.transfer.${row.transfer_outcome}`)),
    },
    {
      name: 'cost',
      label: t('calls.cost'),
      isNumber: true,
      cell: (row) =>
        row.cost_local === null ? money(row.cost_usd, 'USD') : money(row.cost_local, row.currency),
    },
    {
      name: 'transcript',
      label: t('calls.transcript'),
      cell: (row) => t(row.transcript_available ? 'calls.yes' : 'calls.no'),
    },
    { name: 'campaign', label: t('calls.campaign'), cell: (row) => row.campaign_id ?? '–' },
    { name: 'call_id', label: t('calls.id'), cell: (row) => row.call_id },
  ];
}

/** Whether the filters select missed callers, who are to be called back. */
const isMissedOnly = (search: Search): boolean =>
  search['status'] === 'missed' && search['direction'] !== 'outbound';

/**
 * The shown columns in the order of the address; the first one links to the call. Among missed calls
 * the second one calls back.
 */
export function useShownColumns(shown: readonly string[], search: Search): readonly Column<Row>[] {
  const { t } = useTranslation();
  const all = useCallColumns();
  const chosen = all.filter(({ name }) => shown.includes(name));
  const [first, ...others] = chosen.length > 0 ? chosen : all;
  return [
    {
      ...first!,
      cell: (row) => (
        <Link className="rowLink" to="/calls/$callId" params={{ callId: row.call_id }} search={(it) => it}>
          {first!.cell(row)}
        </Link>
      ),
    },
    ...(isMissedOnly(search)
      ? [
          {
            name: 'call_back',
            label: t('followUp.callBack'),
            isPlain: true,
            cell: (row: Row) =>
              row.direction === 'inbound' &&
              row.call_status === 'missed' && (
                <CallBackInRow callId={row.call_id} caller={row.caller_display ?? t('calls.withheld')} />
              ),
          },
        ]
      : []),
    ...others,
  ];
}
