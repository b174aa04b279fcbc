import { openBillingBench } from '../harness/stores/billing-store.ts';
import { openCapacityBench } from '../harness/stores/capacity-store.ts';
import { openPartnerBench } from '../harness/stores/partner-store.ts';
import { startPlatform } from '../harness/platform.ts';
import { openKnowledgeBench } from '../harness/stores/knowledge-store.ts';
import { openSupportBench } from '../harness/stores/support-store.ts';
import { openTenantsBench } from '../harness/stores/tenants-store.ts';
import { openWebhookBench } from '../harness/stores/webhook-store.ts';
import { openWorkspaceBench } from '../harness/stores/workspace-store.ts';
import { S1_MEMORY, S1_STALL } from '../rows/attachments.ts';
import { B1, B2 } from '../rows/billing.ts';
import { K1 } from '../rows/capacity.ts';
import { N1, N2, N3 } from '../rows/knowledge.ts';
import { D1, H1 } from '../rows/partner-clients.ts';
import { P1 } from '../rows/full-stack.ts';
import { P9 } from '../rows/calls/ingest.ts';
import { V3 } from '../rows/calls/ingested-versions.ts';
import { P12 } from '../rows/calls/memory.ts';
import { P2 } from '../rows/metadata-read.ts';
import { P2_SESSION } from '../rows/portal.ts';
import { P20, P20_WAY } from '../rows/portal-views.ts';
import { S2, S3 } from '../rows/support.ts';
import { TENANT_ROWS } from '../rows/tenants.ts';
import { P17, P17_GROWTH } from '../rows/metering.ts';
import { P11, P11_LOAD, P16, P16_HANGING, P16_MEMORY } from '../rows/webhooks.ts';
import { R1, R2, R3, R4 } from '../rows/workspace.ts';
import { W1, W2, W3 } from '../rows/work.ts';
import { callGroups } from './call-groups.ts';
import { campaignGroups } from './campaign-groups.ts';
import { group, MINUTE_MS } from './group.ts';
import type { Group, Tools } from './group.ts';

/** All groups, in the order of measurement; the first one is the default. */
export function groupsOf(tools: Tools): readonly Group[] {
  const { startOursOn, onClose, flags } = tools;
  /** Measured unless other rows are requested. */
  const REQUESTS = group({
    name: 'requests',
    rows: [P1, P2, P2_SESSION, P9, V3, P12, P20, P20_WAY, S1_MEMORY, S1_STALL, W1, W2, W3],
    // All of them with their controls take four minutes on two busy cores.
    withinMs: 15 * MINUTE_MS,
    open: async (client) => {
      const platform = await startPlatform({ onClose });
      return { platform, client, startOurs: startOursOn(platform) };
    },
  });

  /** With a partner that owns five hundred clients. */
  const PARTNER_CLIENTS = group({
    name: 'partner-clients',
    rows: [D1, H1],
    // A minute on two busy cores; half of it plants the calls.
    withinMs: 10 * MINUTE_MS,
    open: (client) => openPartnerBench({ client, startOursOn, onClose }),
  });

  /** With a client that has a thousand calls in progress. */
  const CAPACITY = group({
    name: 'capacity',
    rows: [K1],
    // Half a minute on two busy cores.
    withinMs: 10 * MINUTE_MS,
    open: (client) => openCapacityBench({ client, startOursOn, onClose }),
  });

  /** With a project that has every section. */
  const WORKSPACE = group({
    name: 'workspace',
    rows: [R1, R2, R3, R4],
    // A minute on two busy cores.
    withinMs: 10 * MINUTE_MS,
    open: (client) => openWorkspaceBench({ client, startOursOn, onClose }),
  });

  /** With a client that has 100,000 tickets. */
  const SUPPORT = group({
    name: 'support',
    rows: [S2, S3],
    // Two minutes on two busy cores.
    withinMs: 10 * MINUTE_MS,
    open: (client) => openSupportBench({ client, startOursOn, onClose }),
  });

  /** With a project that has 200 sources. */
  const KNOWLEDGE = group({
    name: 'knowledge',
    // N3 measures the stalls of the other rows.
    rows: [N1, N2, N3],
    // Some minutes to process the sources, and one to build and preview them.
    withinMs: 30 * MINUTE_MS,
    open: (client) => openKnowledgeBench({ client, isTrial: flags.trial, startOursOn, onClose }),
  });

  /** With deployments of up to 1,000 tenants and 100 stores. */
  const TENANTS = group({
    name: 'tenants',
    rows: TENANT_ROWS,
    // Some minutes to plant, and ten to measure.
    withinMs: 40 * MINUTE_MS,
    open: (client) => openTenantsBench({ client, isTrial: flags.trial, startOursOn, onClose }),
  });

  /** With webhooks whose receivers are on loopback. */
  const WEBHOOKS = group({
    name: 'webhooks',
    rows: [P11, P11_LOAD, P16, P16_HANGING, P16_MEMORY],
    // Four minutes on two busy cores, or six with the controls.
    withinMs: 20 * MINUTE_MS,
    open: (client) => openWebhookBench({ client, startOursOn, onClose }),
  });

  /** With calls of several months and their counted usage, and a client that is charged for it. */
  const BILLING = group({
    name: 'billing',
    rows: [P17, P17_GROWTH, B1, B2],
    // Some minutes to plant the calls, and some to measure; the controls take the same time again.
    withinMs: 40 * MINUTE_MS,
    open: (client) => openBillingBench({ client, isTrial: flags.trial, startOursOn, onClose }),
  });
  return [
    REQUESTS,
    ...callGroups(tools),
    CAPACITY,
    PARTNER_CLIENTS,
    WEBHOOKS,
    ...campaignGroups(tools),
    WORKSPACE,
    SUPPORT,
    KNOWLEDGE,
    TENANTS,
    BILLING,
  ];
}
