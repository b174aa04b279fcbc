import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Alert } from '../../api/generated';
import { useMay } from '../../address/assignment';
import type { Operation } from '../../session/rights';
import { useSession } from '../../session/session';
import { useProjects } from '../../data/projects';
import { Instant } from '../../parts/values/Instant';
import { OneStop } from '../../parts/values/OneStop';
import { StatusLabel } from '../../parts/values/StatusLabel';
import { Subject } from './Subject';
import { Limits } from './Limits';
import { Notified } from './Notified';

/** The person who acknowledged an alert, without naming other people. */
function Acknowledged({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const session = useSession();
  const isOwn = alert.acknowledged_by === null || alert.acknowledged_by === session?.user_id;
  return (
    <Text size="sm" c="dimmed">
      {t(isOwn ? 'alerts.byYou' : 'alerts.byAnother')}
    </Text>
  );
}

/** The operation that the advice needs; people without the right see whom to ask (alerts 2.3). */
const NEEDED: Readonly<Partial<Record<Alert['kind'], Operation>>> = {
  caller_request_urgent: 'transitionCallerRequest',
  caller_request_overdue: 'transitionCallerRequest',
  webhook_degraded: 'listWebhooks',
  webhook_disabled: 'listWebhooks',
  capacity_blocked: 'listOutboundCampaigns',
};

/** One alert: its urgency, its cause, the remedy, and a link to the object. */
export function AlertLine({
  alert,
  isPending,
  onAcknowledge,
}: {
  readonly alert: Alert;
  readonly isPending: boolean;
  readonly onAcknowledge: () => void;
}) {
  const { t } = useTranslation();
  const may = useMay();
  const projects = useProjects();
  const { kind, reason, severity, project_id: projectId } = alert;
  const name = reason === null ? kind : `${kind}_${reason}`;
  const own = `alertTexts.${name}.action`;
  const needed = NEEDED[kind];
  const asks = needed !== undefined && !may(needed);
  const actions = asks ? [`alertTexts.${name}.ask`, own] : own;
  const message = t(`alertTexts.${name}.message`, { defaultValue: alert.message });
  const project =
    alert.subject.type === 'project' ? undefined : projects?.find(({ value }) => value === projectId)?.label;
  return (
    <OneStop>
      {(row) => (
        <Paper {...row} withBorder p="sm" component="li">
          <Group justify="space-between" align="flex-start" wrap="wrap" gap="sm">
            <Stack gap={4} className="grow" miw={220}>
              <Group gap="sm">
                <StatusLabel kind="severity" value={severity} />
                <Subject alert={alert} />
                {project && (
                  <Text span size="sm" c="dimmed" dir="auto" className="breaks">
                    {project}
                  </Text>
                )}
              </Group>
              <Text fw={alert.state === 'open' ? 600 : 400}>{message}</Text>
              <Text size="sm">
                {t(actions, {
                  defaultValue: alert.action,
                })}
              </Text>
              {alert.limits && <Limits of={alert.limits} />}
              <Group gap="md">
                <Text size="sm" c="dimmed" component="div">
                  {t('alerts.since')} <Instant at={alert.since_utc} />
                </Text>
                {alert.due_at_utc && (
                  <Text size="sm" c="dimmed" component="div">
                    {t(alert.subject.type === 'caller_request' ? 'alerts.due' : 'alerts.ends')}{' '}
                    <Instant at={alert.due_at_utc} />
                  </Text>
                )}
              </Group>
              <Notified alert={alert} />
            </Stack>
            {alert.state === 'acknowledged' ? (
              <Acknowledged alert={alert} />
            ) : asks ? null : (
              <Button
                size="xs"
                variant="default"
                loading={isPending}
                onClick={onAcknowledge}
                aria-label={t('alerts.acknowledgeThis', { what: message, label: alert.subject.label })}
              >
                {t('alerts.acknowledge')}
              </Button>
            )}
          </Group>
        </Paper>
      )}
    </OneStop>
  );
}
