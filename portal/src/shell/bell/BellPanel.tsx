import { Anchor, Button, Divider, Group, ScrollArea, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { markNoticesRead, type Alert, type AlertsResponse, type Notice } from '../../api/generated';
import { listAlertsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { keptSearch } from '../../address/search';
import { useClientId } from '../../address/view';
import { useAlertCounts } from '../../data/alert-counts';
import { NOTICE_QUERIES, useNewestNotices } from '../../data/notices';
import { useWrite } from '../../data/write';
import { useOwnFollowUps } from '../../parts/follow-up/own';
import { OwnFollowUps } from '../../parts/follow-up/OwnFollowUps';
import { Entry, NoticeLine } from '../../parts/NoticeLine';
import { Refusal } from '../../parts/Refusal';
import { Loaded } from '../../parts/States';
import { Instant } from '../../parts/values/Instant';
import { StatusLabel } from '../../parts/values/StatusLabel';
import { useNumbers } from '../../texts/numbers';

/** Few enough alerts to leave room for notices. */
const ALERTS_SHOWN = 3;
/** More than are shown, because the list also contains acknowledged alerts. */
const PAGE_SIZE = 20;

const shownOf = ({ items }: AlertsResponse): readonly Alert[] =>
  items.filter(({ state }) => state === 'open').slice(0, ALERTS_SHOWN);

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Text id={id} size="xs" c="dimmed" fw={600}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}

const Lines = ({ children }: { readonly children: ReactNode }) => (
  <Stack gap="sm" component="ul" p={0} m={0} className="plainList">
    {children}
  </Stack>
);

const LOADING = (
  <Stack gap="sm">
    <Skeleton h={36} />
    <Skeleton h={36} />
  </Stack>
);

function AlertEntry({
  alert,
  isUnread,
  onGo,
}: {
  readonly alert: Alert;
  readonly isUnread: boolean;
  readonly onGo: () => void;
}) {
  const { t } = useTranslation();
  const { kind, reason, subject } = alert;
  const name = reason === null ? kind : `${kind}_${reason}`;
  return (
    <Entry isUnread={isUnread}>
      <Group gap="xs">
        <StatusLabel kind="severity" value={alert.severity} />
        <Text size="xs" c="dimmed" component="div">
          <Instant at={alert.since_utc} />
        </Text>
      </Group>
      <Anchor
        size="sm"
        c="var(--mantine-color-text)"
        fw={isUnread ? 600 : 400}
        className="breaks"
        renderRoot={(props) => <Link to="/alerts" search={keptSearch} onClick={onGo} {...props} />}
      >
        {t(`alertTexts.${name}.message`, { defaultValue: alert.message })}
      </Anchor>
      <Text size="xs" c="dimmed" dir="auto" className="breaks">
        {subject.type === 'usage_alert'
          ? t(`words.meter.${subject.label}`, { defaultValue: subject.label })
          : subject.label}
      </Text>
    </Entry>
  );
}

/**
 * The open alerts of the client, worst first, and the number of those at other clients.
 * @param told the newest notices; an alert is unread while its notice is
 */
function OpenAlerts({
  alerts,
  told,
  onGo,
}: {
  readonly alerts: UseQueryResult<AlertsResponse, unknown>;
  readonly told: readonly Notice[];
  readonly onGo: () => void;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const client_id = useClientId();
  const { data: counts } = useAlertCounts();
  const elsewhere = (counts?.items ?? [])
    .filter((it) => it.client_id !== client_id)
    .reduce((sum, it) => sum + (it.alerts?.open ?? 0), 0);
  return (
    <Part title={t('notices.openAlerts')}>
      <Loaded query={alerts} what={t('pages.alerts')} height={80} loading={LOADING}>
        {(list) => {
          const { open_count: open, unavailable_kinds: unknown } = list;
          const shown = shownOf(list);
          return (
            <>
              {shown.length > 0 && (
                <Lines>
                  {shown.map((alert) => (
                    <AlertEntry
                      key={alert.alert_id}
                      alert={alert}
                      isUnread={told.some(
                        ({ subject, is_unread }) => is_unread && subject === alert.alert_id,
                      )}
                      onGo={onGo}
                    />
                  ))}
                </Lines>
              )}
              {unknown.length > 0 ? (
                <Text size="sm">{t('alerts.unknownTitle')}</Text>
              ) : (
                shown.length === 0 && <Text size="sm">{t('alerts.none')}</Text>
              )}
              {open !== null && open > shown.length && (
                <Anchor
                  size="sm"
                  renderRoot={(props) => <Link to="/alerts" search={keptSearch} onClick={onGo} {...props} />}
                >
                  {t('notices.allAlerts', { count: open, formatted: count(open) })}
                </Anchor>
              )}
            </>
          );
        }}
      </Loaded>
      {elsewhere > 0 && (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/" search={keptSearch} onClick={onGo} {...props} />}
        >
          {t('notices.elsewhere', { count: elsewhere, formatted: count(elsewhere) })}
        </Anchor>
      )}
    </Part>
  );
}

/** The open alerts of the client, then its newest notices about anything else. */
export function BellPanel({ onGo }: { readonly onGo: () => void }) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const notices = useNewestNotices();
  const alerts = useQuery(listAlertsOptions({ query: { client_id, page_size: PAGE_SIZE } }));
  const hasOwn = (useOwnFollowUps(client_id).data?.items.length ?? 0) > 0;
  const told = notices.data?.items ?? [];
  const inAlerts = new Set(alerts.data && shownOf(alerts.data).map(({ alert_id }) => alert_id));
  const newest = told[0];
  const isRead = notices.data?.unread_count === 0;
  const read = useWrite(
    (up_to_utc: string, key) =>
      markNoticesRead({ query: { client_id }, body: { up_to_utc }, headers: { 'Idempotency-Key': key } }),
    { changes: NOTICE_QUERIES },
  );
  return (
    <Stack gap={0}>
      <Group justify="space-between" p="sm" pb={0} mih={44}>
        <Text fw={600}>{t('bell.title')}</Text>
        {newest && (
          // It stays after everything is read, so that a person who pressed it keeps the focus, and
          // Escape closes the bell.
          <Button
            size="xs"
            variant="subtle"
            data-disabled={isRead || undefined}
            aria-disabled={isRead}
            onClick={isRead ? undefined : () => read.send(newest.created_at_utc)}
          >
            {t('notices.markRead')}
          </Button>
        )}
      </Group>
      <ScrollArea.Autosize mah="min(560px, calc(100dvh - 180px))">
        <Stack gap="md" p="sm">
          <Refusal problem={read.problem} />
          {hasOwn && (
            <Part title={t('bell.yours')}>
              <OwnFollowUps clientId={client_id} onGo={onGo} />
            </Part>
          )}
          <OpenAlerts alerts={alerts} told={told} onGo={onGo} />
          <Part title={t('notices.newest')}>
            <Loaded query={notices} what={t('bell.title')} height={80} loading={LOADING}>
              {({ items, unavailable_topics: unknown }) => {
                const others = items.filter(({ subject }) => !inAlerts.has(subject));
                const some = unknown.length > 0 && <Text size="sm">{t('notices.unavailable')}</Text>;
                if (others.length === 0) return some || <Text size="sm">{t('notices.none')}</Text>;
                return (
                  <>
                    {some}
                    <Lines>
                      {others.map((notice) => (
                        <NoticeLine key={notice.notice_id} notice={notice} isShort onGo={onGo} />
                      ))}
                    </Lines>
                  </>
                );
              }}
            </Loaded>
          </Part>
        </Stack>
      </ScrollArea.Autosize>
      <Divider />
      <Group p="sm">
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/alerts" search={keptSearch} hash="notices" onClick={onGo} {...props} />
          )}
        >
          {t('notices.all')}
        </Anchor>
      </Group>
    </Stack>
  );
}
