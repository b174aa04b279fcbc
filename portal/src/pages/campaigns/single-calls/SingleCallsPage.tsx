import { Group, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SingleDispatchResponse } from '../../../api/generated';
import { listDispatchesOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../address/assignment';
import { useChangeView, useView } from '../../../address/view';
import { CursorPages } from '../../../parts/tables/CursorPages';
import { DataTable } from '../../../parts/tables/DataTable';
import { CallLink } from '../../../parts/values/CallLink';
import { Instant } from '../../../parts/values/Instant';
import { Empty, Loaded } from '../../../parts/States';
import { PageHead, ProjectFilter } from '../../../shell/PageHead';
import { CallBackForm } from './CallBackForm';
import { CallNow } from './CallNow';
import { Choice } from '../Choice';
import { useProjectName } from '../queries';
import { ListTabs } from '../ListTabs';
import { choiceOf, every } from '../vocabulary';

const STATUSES = every<SingleDispatchResponse['status']>({
  queued: true,
  leased: true,
  dialing: true,
  in_call: true,
  ended: true,
  refused: true,
});
const PAGE_SIZE = 50;

/** Calls to single people, without a campaign. */
export function SingleCallsPage() {
  const { t } = useTranslation();
  const { client_id, project_id } = useView();
  const search: { status?: string; cursor?: string; call?: string } = useSearch({ strict: false });
  const change = useChangeView();
  const may = useMay();
  const projectName = useProjectName();
  const list = useQuery({
    ...listDispatchesOptions({
      query: {
        client_id,
        project_id,
        status: choiceOf(STATUSES, search.status),
        cursor: search.cursor,
        page_size: PAGE_SIZE,
      },
    }),
    placeholderData: keepPreviousData,
  });
  const title = t('singleCalls.title');
  return (
    <>
      <PageHead title={title} help={t('singleCalls.help')} chapter="single-calls">
        <ProjectFilter />
      </PageHead>
      <ListTabs />
      <Stack>
        {may('createDispatch') &&
          (search.call === undefined ? (
            <CallNow key={project_id} projectId={project_id} />
          ) : (
            <CallBackForm key={search.call} callId={search.call} />
          ))}
        <Group role="search" aria-label={t('campaigns.filters')}>
          <Choice
            label={t('campaigns.status')}
            any={t('campaigns.anyStatus')}
            values={STATUSES}
            value={search.status}
            textOf={(it) => t(`singleCalls.status.${it}`)}
            onChange={(status) => change({ status, cursor: undefined })}
          />
        </Group>
        <Loaded query={list} what={title} height={320}>
          {({ items, next_cursor: next }) =>
            items.length === 0 ? (
              <Empty title={t('singleCalls.none')} next={t('singleCalls.noneNext')} />
            ) : (
              <>
                <DataTable
                  caption={title}
                  rows={items}
                  keyOf={(it) => it.dispatch_id}
                  columns={[
                    {
                      name: 'requested',
                      label: t('singleCalls.requested'),
                      cell: (it) => <Instant at={it.requested_at_utc} />,
                    },
                    { name: 'project', label: t('shell.project'), cell: (it) => projectName(it.project_id) },
                    {
                      name: 'status',
                      label: t('campaigns.status'),
                      cell: (it) => t(`singleCalls.status.${it.status}`),
                    },
                    {
                      name: 'ended',
                      label: t('singleCalls.ended'),
                      cell: (it) =>
                        it.disposition
                          ? t(`campaignWords.disposition.${it.disposition}`)
                          : it.refused_codes.map((code) => t(`campaignWords.reason.${code}`)).join(', ') ||
                            '–',
                    },
                    {
                      name: 'call',
                      label: t('contacts.call'),
                      cell: ({ call_id: callId }) =>
                        callId ? <CallLink callId={callId}>{t('contacts.openCall')}</CallLink> : '–',
                    },
                  ]}
                />
                <CursorPages next={next} />
              </>
            )
          }
        </Loaded>
      </Stack>
    </>
  );
}
