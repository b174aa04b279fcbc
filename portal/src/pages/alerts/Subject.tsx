import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Alert } from '../../api/generated';
import { useMay } from '../../address/assignment';

/** The subject of an alert, as a link if the person may open its page. */
export function Subject({ alert: { subject, kind, project_id: projectId } }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const may = useMay();
  const { type, id } = subject;
  const label =
    type === 'usage_alert'
      ? t(`words.meter.${subject.label}`, { defaultValue: subject.label })
      : subject.label;
  const plain = (
    <Text span size="sm" dir="auto" className="breaks">
      {label}
    </Text>
  );
  const props = { className: 'subjectLink', dir: 'auto' } as const;
  switch (type) {
    case 'work':
    case 'support_ticket':
      return plain;
    case 'webhook':
      // Status shows who can fix it.
      if (!may('listWebhooks'))
        return (
          <Link
            {...props}
            to="/status"
            search={({ client_id, zone }) => ({ client_id, zone, project_id: projectId ?? undefined })}
          >
            {label}
          </Link>
        );
      return (
        <Link
          {...props}
          to="/integrations"
          search={({ client_id, zone }) => ({
            client_id,
            zone,
            project_id: projectId ?? undefined,
            tab: 'webhooks',
            webhook: id,
          })}
        >
          {label}
        </Link>
      );
    case 'api_key':
      if (!may('listApiKeys')) return plain;
      return (
        <Link
          {...props}
          to="/integrations"
          search={({ client_id, zone }) => ({ client_id, zone, tab: 'keys' })}
        >
          {label}
        </Link>
      );
    case 'project':
      // The page on which Home shows the same limits.
      if (kind === 'capacity_blocked' && may('listApiKeys'))
        return (
          <Link
            {...props}
            to="/integrations"
            search={({ client_id, zone }) => ({ client_id, zone, tab: 'capacity' })}
          >
            {label}
          </Link>
        );
      if (!may('getProjectLifecycle')) return plain;
      return (
        <Link
          {...props}
          to="/projects/$projectId"
          params={{ projectId: id }}
          search={({ client_id, zone }) => ({
            client_id,
            zone,
            tab: kind === 'runtime_drift' ? 'release' : undefined,
          })}
        >
          {label}
        </Link>
      );
    case 'campaign':
      if (!may('getOutboundCampaign')) return plain;
      return (
        <Link
          {...props}
          to="/campaigns/$campaignId"
          params={{ campaignId: id }}
          search={({ client_id, zone }) => ({
            client_id,
            zone,
            step: kind === 'wash_ends' ? 'wash' : 'checks',
          })}
        >
          {label}
        </Link>
      );
    case 'usage_alert':
      if (!may('getBillingOverview')) return plain;
      return (
        <Link {...props} to="/billing" search={({ client_id, zone }) => ({ client_id, zone })}>
          {label}
        </Link>
      );
    case 'email_address':
      if (!may('listEmailAddresses')) return plain;
      return (
        <Link
          {...props}
          to="/settings"
          search={({ client_id, zone }) => ({ client_id, zone, tab: 'addresses' })}
        >
          {label}
        </Link>
      );
    case 'break_glass_use':
      if (!may('listBreakGlassUses')) return plain;
      return (
        <Link
          {...props}
          to="/settings"
          search={({ client_id, zone }) => ({ client_id, zone, tab: 'break-glass' })}
        >
          {label}
        </Link>
      );
    case 'sso_connection':
      if (!may('listSsoConnections')) return plain;
      return (
        <Link
          {...props}
          to="/settings"
          search={({ client_id, zone }) => ({
            client_id,
            zone,
            tab: kind === 'way_back_ends' ? 'break-glass' : 'signIn',
          })}
        >
          {label}
        </Link>
      );
    case 'caller_request':
      if (!may('listCallerRequests')) return plain;
      return (
        <Link {...props} to="/requests" search={({ client_id, zone }) => ({ client_id, zone, request: id })}>
          {label}
        </Link>
      );
  }
}
