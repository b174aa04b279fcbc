import { Alert, Anchor, Badge, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartnerClientSummaryResponse } from '../../api/generated';
import { getPartnerClientOptions } from '../../api/generated/@tanstack/react-query.gen';
import { whileProvisioning } from '../../data/provisioning';
import { assignmentFor, type Session } from '../../session/session';
import { Instant } from '../../parts/values/Instant';
import { Loaded } from '../../parts/States';
import { StatusLabel } from '../../parts/values/StatusLabel';

type Summary = PartnerClientSummaryResponse;

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <Text size="sm" c="dimmed" flex="none">
        {label}
      </Text>
      <Text size="sm" ta="right" component="div" dir="auto">
        {children}
      </Text>
    </Group>
  );
}

function Facts({ summary: { client, health, flags, billing, contact } }: { readonly summary: Summary }) {
  const { t } = useTranslation();
  const flagOf = (isOn: boolean): string => t(isOn ? 'clients.flags.on' : 'clients.flags.off');
  return (
    <Stack gap={6}>
      <Fact label={t('clients.id')}>{client.client_id}</Fact>
      {client.web_domain && <Fact label={t('clients.domain')}>{client.web_domain}</Fact>}
      <Fact label={t('shell.zone')}>{client.timezone}</Fact>
      {contact && <Fact label={t('clients.contact')}>{contact.contact_name ?? '–'}</Fact>}
      {billing !== undefined && (
        <Fact label={t('clients.plan')}>
          {billing ? (
            <>
              {billing.plan_name} ({billing.currency})
              {billing.period_end_utc && (
                <>
                  {' · '}
                  {t('clients.until')} <Instant at={billing.period_end_utc} />
                </>
              )}
            </>
          ) : (
            t('clients.noPlan')
          )}
        </Fact>
      )}
      <Fact label={t('clients.flags.billing')}>{flagOf(flags.billing_enabled)}</Fact>
      <Fact label={t('clients.flags.support')}>{flagOf(flags.support_enabled)}</Fact>
      <Fact label={t('clients.health.label')}>
        <Badge variant="default">{t(`clients.health.${health.state}`)}</Badge>
      </Fact>
    </Stack>
  );
}

function Projects({
  summary: { projects, health },
  isOpen,
}: {
  readonly summary: Summary;
  /** Whether the person may see the client's calls. */
  readonly isOpen: boolean;
}) {
  const { t } = useTranslation();
  if (health.active_projects.state === 'unavailable') {
    return (
      <Text size="sm" c="dimmed">
        {t('clients.projectsUnavailable')}
      </Text>
    );
  }
  if (projects.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('clients.noProjects')}
      </Text>
    );
  }
  return (
    <Stack gap={4}>
      {projects.map(
        ({ project_id, display_name, lifecycle_state, has_draft, latest_published_version_number }) => (
          <Group key={project_id} justify="space-between" wrap="nowrap">
            {isOpen ? (
              <Anchor
                size="sm"
                truncate
                dir="auto"
                renderRoot={(props) => (
                  <Link to="/calls" search={({ range, zone }) => ({ range, zone, project_id })} {...props} />
                )}
              >
                {display_name ?? project_id}
              </Anchor>
            ) : (
              <Text size="sm" truncate dir="auto">
                {display_name ?? project_id}
              </Text>
            )}
            <Text size="sm" c="dimmed" flex="none">
              {[
                t(`clients.lifecycle.${lifecycle_state}`),
                latest_published_version_number !== null &&
                  t('clients.version', { number: latest_published_version_number }),
                has_draft && t('clients.draft'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Group>
        ),
      )}
    </Stack>
  );
}

/** A client's data that a partner may see (partner-clients section 4), read-only. */
export function ClientDetails({
  clientId,
  session,
}: {
  readonly clientId: string;
  readonly session: Session;
}) {
  const { t } = useTranslation();
  const summary = useQuery({
    ...getPartnerClientOptions({ path: { client_id: clientId } }),
    refetchInterval: whileProvisioning(({ client }) => client.status === 'provisioning'),
  });
  // An administrator also sees clients of the organisation without a role (partner-clients 2.3).
  const isAssigned = assignmentFor(session, clientId) !== undefined;
  return (
    <Loaded query={summary} what={t('clients.details')} height={420}>
      {(it) => (
        <Stack>
          <Group justify="space-between" wrap="nowrap">
            <Title order={2} dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {it.client.business_name}
            </Title>
            <StatusLabel kind="client" value={it.client.status} />
          </Group>
          {it.client.status === 'provisioning' && (
            <Alert variant="light" role="status">
              {t('clients.provisioningText')}
            </Alert>
          )}
          {!isAssigned && (
            <Alert variant="light" role="status" title={t('clients.notAssigned')}>
              {t('clients.notAssignedText')}
            </Alert>
          )}
          <Facts summary={it} />
          {it.engagement_notes && (
            <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} dir="auto">
              {it.engagement_notes}
            </Text>
          )}
          <Divider />
          <Title order={3} size="sm">
            {t('clients.projectsTitle')}
          </Title>
          <Projects summary={it} isOpen={isAssigned} />
          {isAssigned && (
            <Group gap="md">
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link to="/projects" search={({ range, zone }) => ({ range, zone })} {...props} />
                )}
              >
                {t('clients.showProjects')}
              </Anchor>
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link to="/calls" search={({ range, zone }) => ({ range, zone })} {...props} />
                )}
              >
                {t('clients.show')}
              </Anchor>
              <Anchor
                size="sm"
                renderRoot={(props) => <Link to="/support" search={({ zone }) => ({ zone })} {...props} />}
              >
                {t('clients.showTickets')}
              </Anchor>
            </Group>
          )}
          <Divider />
          <Title order={3} size="sm">
            {t('clients.staff')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('clients.staffPlaceholder')}
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}
