import { defineFeature } from '../../core/registry/feature.js';
import { ALERT_ACTIONS } from './alerts.audit.js';
import * as entities from './alerts.entities.js';
import { AlertsModule } from './alerts.module.js';
import { Alerts1766000000281 } from './migrations/1766000000281-alerts.js';
import { AlertsOfClientsStore1766000000396 } from './migrations/1766000000396-alerts-of-clients-store.js';
import { NOTE_ALERTS, NOTIFY_OF_ALERTS } from './notices/notify-of-alerts.js';
import { FasterCausesOfClients1766000000402 } from './migrations/1766000000402-faster-causes-of-clients.js';
import { GivenUpWork1766000000493 } from './migrations/1766000000493-given-up-work.js';
import { AlertsForNotices1766000000481 } from './migrations/1766000000481-alerts-for-notices.js';
import { AlertsOfClientsMetadata1766000000397 } from './migrations/1766000000397-alerts-of-clients-metadata.js';

export const feature = defineFeature({
  folder: 'features/alerts',
  module: AlertsModule,
  entities: { metadata: Object.values(entities) },
  // Views that cover several clients at once.
  tables: {
    tenant: [
      'webhook_health_of_clients',
      'capacity_blocks_of_clients',
      'registry_wash_records_of_clients',
      'work_dead_letters_of_clients',
    ],
  },
  migrations: {
    metadata: [Alerts1766000000281, AlertsOfClientsMetadata1766000000397, AlertsForNotices1766000000481],
    tenant: [AlertsOfClientsStore1766000000396, FasterCausesOfClients1766000000402, GivenUpWork1766000000493],
  },
  uses: {
    // Alerts are derived from other features' tables, with one statement per store: asking each
    // feature in turn would cost a request each.
    projects: 'reads',
    project_assignments: 'reads',
    clients: 'reads',
    project_versions: 'reads',
    project_runtime_reports: 'reads',
    webhook_endpoints: 'reads',
    webhook_health: 'reads',
    work_dead_letters: 'reads',
    // The last answer of a failing receiver.
    webhook_deliveries: 'reads',
    // Addresses that bounced.
    email_addresses: 'reads',
    break_glass_uses: 'reads',
    // Ways back that expire while single sign-on is required, and certificates of directories.
    break_glass_ways: 'reads',
    break_glass_holders: 'reads',
    tenant_required_connections: 'reads',
    sso_connections: 'reads',
    api_keys: 'reads',
    billing_usage_alerts: 'reads',
    billing_alert_crossings: 'reads',
    caller_requests: 'reads',
    capacity_blocks: 'reads',
    capacity_limits: 'reads',
    // The last call of a project, when its end was reported, and calls that the runtime abandoned.
    calls: 'reads',
    call_events: 'reads',
    // Names of partners, for the status.
    partner_organisations: 'reads',
    partner_client_ownerships: 'reads',
  },
  actions: ALERT_ACTIONS,
  jobs: [NOTIFY_OF_ALERTS, NOTE_ALERTS],
  tags: [
    {
      name: 'Alerts',
      description: 'Alerts that need a person now, and the status of each project.',
      order: 33,
    },
  ],
});
