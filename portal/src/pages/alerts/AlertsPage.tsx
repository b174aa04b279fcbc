import { Alert as Notice, Group, Stack, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AlertsResponse } from '../../api/generated';
import { listAlertsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { pageOf } from '../../address/page';
import { useChangeView, useView } from '../../address/view';
import { CopyLink } from '../../parts/CopyLink';
import { Pager } from '../../parts/tables/Pager';
import { Empty, Loaded } from '../../parts/States';
import { PageHead, ProjectFilter } from '../../shell/PageHead';
import { useIsWithoutProject, WithoutProject } from '../../shell/WithoutProject';
import { useNumbers } from '../../texts/numbers';
import { useAcknowledge } from './acknowledge';
import { AlertLine } from './AlertLine';
import { Notices } from './Notices';
import { OtherClients } from './OtherClients';
import { OverdueInvoice } from './OverdueInvoice';

const PAGE_SIZE = 20;

/**
 * Names the missing sources: a list that is short only because a source failed would look
 * reassuring.
 */
function Unknown({ kinds }: { readonly kinds: AlertsResponse['unavailable_kinds'] }) {
  const { t } = useTranslation();
  if (kinds.length === 0) return null;
  return (
    <Notice
      color="yellow"
      variant="outline"
      role="status"
      mb="sm"
      icon={<IconCloudOff aria-hidden />}
      title={t('alerts.unknownTitle')}
    >
      {t('alerts.unknown', { kinds: kinds.map((kind) => t(`words.alert.${kind}`)).join(', ') })}
    </Notice>
  );
}

function Lines({ of }: { readonly of: AlertsResponse }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const acknowledge = useAcknowledge();
  const change = useChangeView();
  const isWithoutProject = useIsWithoutProject();
  const open = of.open_count;
  return (
    <>
      <Unknown kinds={of.unavailable_kinds} />
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed" aria-live="polite">
          {open === null ? t('bell.unknown') : t('bell.open', { count: open, formatted: count(open) })}
        </Text>
        <CopyLink />
      </Group>
      {of.items.length === 0 ? (
        of.unavailable_kinds.length === 0 &&
        !isWithoutProject && (
          <Empty
            title={t('alerts.none')}
            next={t('alerts.noneNext')}
            page={of.pagination.page}
            onFirst={() => change({ page: undefined })}
          />
        )
      ) : (
        <Stack gap="xs" component="ul" p={0} m={0} className="plainList">
          {of.items.map((alert) => (
            <AlertLine
              key={alert.alert_id}
              alert={alert}
              isPending={acknowledge.pending === alert.alert_id}
              onAcknowledge={() => acknowledge.send(alert.alert_id)}
            />
          ))}
        </Stack>
      )}
      {isWithoutProject && <WithoutProject order={2} />}
    </>
  );
}

/** Alerts that need a person now, most severe first, one line each. */
export function AlertsPage() {
  const { t } = useTranslation();
  const { client_id, project_id } = useView();
  const { page }: { page?: string } = useSearch({ strict: false });
  const change = useChangeView();
  const alerts = useQuery({
    ...listAlertsOptions({
      query: { client_id, project_id, page: pageOf(page), page_size: PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title={t('pages.alerts')} help={t('help.alerts')} chapter="alerts">
        <ProjectFilter />
      </PageHead>
      <OtherClients />
      <OverdueInvoice />
      <Loaded query={alerts} what={t('pages.alerts')} height={360}>
        {(list) => (
          <>
            <Lines of={list} />
            <Pager pagination={list.pagination} onChange={(next) => change({ page: String(next) })} />
          </>
        )}
      </Loaded>
      <Notices />
    </>
  );
}
