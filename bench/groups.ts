import {
  FULL_SIZE,
  openCallStore,
  TEN_MILLION,
  TEN_MILLION_TRIAL,
  TRIAL_SIZE,
} from './harness/stores/call-store.ts';
import { openBillingBench } from './harness/stores/billing-store.ts';
import { openCapacityBench } from './harness/stores/capacity-store.ts';
import { openPartnerBench } from './harness/stores/partner-store.ts';
import { openCampaignBench } from './harness/stores/campaign-store.ts';
import { openCallerRequestBench } from './harness/stores/caller-request-store.ts';
import type { Child } from './harness/children.ts';
import type { Bench, Figures, Row, StartOurs } from './harness/compare.ts';
import { openDispatchBench } from './harness/stores/dispatch-store.ts';
import { openExportBench } from './harness/stores/export-store.ts';
import { openImportBench } from './harness/stores/import-store.ts';
import { startPlatform } from './harness/platform.ts';
import type { Platform } from './harness/platform.ts';
import { openMillionBench, openValidationBench } from './harness/stores/validation-store.ts';
import { openTenantsBench } from './harness/stores/tenants-store.ts';
import { openWebhookBench } from './harness/stores/webhook-store.ts';
import { openWorkspaceBench } from './harness/stores/workspace-store.ts';
import { B1, B2 } from './rows/billing.ts';
import { P4, P4_DEEP } from './rows/calls/call-list.ts';
import { P3_GROWTH, P3_GROWTH_OUTCOMES, P3_OUTCOMES, P3_SUMMARY } from './rows/calls/call-totals.ts';
import { P10 } from './rows/calls/caller-mix.ts';
import { Q1, Q2, Q3 } from './rows/calls/caller-requests.ts';
import { K1 } from './rows/capacity.ts';
import { D1, H1 } from './rows/partner-clients.ts';
import {
  P18_CONTACTS,
  P18_CONTACTS_GROWTH,
  P18_DETAIL,
  P18_DETAIL_GROWTH,
  P18_LIST,
  P18_LIST_GROWTH,
  P18_REPORT,
  P18_REPORT_GROWTH,
} from './rows/campaigns/campaigns.ts';
import { P13, P13_EVENTS, P13_GROWTH, P13_TAKERS } from './rows/campaigns/dispatch.ts';
import { Q4, Q4_STALL } from './rows/calls/erasure.ts';
import { P6, P6_INGEST, P6_TOO_LARGE, P6_TRANSCRIPTS, P7, P7_TRANSCRIPTS } from './rows/calls/export-load.ts';
import { P5 } from './rows/calls/export-speed.ts';
import { P1 } from './rows/full-stack.ts';
import { P8, P8_CSV, P8_MEMORY, P8_STALL } from './rows/campaigns/imports.ts';
import { P9 } from './rows/calls/ingest.ts';
import { P12 } from './rows/calls/memory.ts';
import { TEN_MILLION_ROWS } from './rows/calls/ten-million.ts';
import { P14 } from './rows/campaigns/contactability.ts';
import {
  P15_MILLION,
  P15_MILLION_MEMORY,
  P15_MILLION_STALL,
  P18_MILLION,
  P18_MILLION_STALL,
} from './rows/campaigns/million.ts';
import { P15, P15_MEMORY, P15_STALL } from './rows/campaigns/validation.ts';
import { P2 } from './rows/metadata-read.ts';
import { P2_SESSION } from './rows/portal.ts';
import { P20, P20_WAY } from './rows/portal-views.ts';
import { TENANT_ROWS } from './rows/tenants.ts';
import { P17, P17_GROWTH } from './rows/metering.ts';
import { P11, P11_LOAD, P16, P16_HANGING, P16_MEMORY } from './rows/webhooks.ts';
import { R1, R2, R3, R4 } from './rows/workspace.ts';
import { W1, W2, W3 } from './rows/work.ts';

/** Rows that are measured on one platform. */
export interface Group {
  readonly name: string;
  readonly rows: readonly Row<never>[];
  /** A run that takes longer than this hangs. */
  readonly withinMs: number;
  /** Measures the chosen rows, one after the other. */
  readonly measure: (client: Child, chosen: Chosen) => Promise<void>;
}

interface Chosen {
  readonly isChosen: (row: Row<never>) => boolean;
  readonly worsened: boolean;
  readonly measured: (row: Row<never>, figures: Figures) => void;
}

interface Plan<B extends Bench> extends Omit<Group, 'rows' | 'measure'> {
  readonly rows: readonly Row<B>[];
  readonly open: (client: Child) => Promise<B>;
}

const group = <B extends Bench>({ open, ...plan }: Plan<B>): Group => ({
  ...plan,
  measure: async (client, { isChosen, worsened, measured }) => {
    const bench = await open(client);
    for (const row of plan.rows.filter(isChosen)) {
      console.log(`${row.id}: ${row.what}, against ${row.against}`);
      measured(row, await row.measure(bench, worsened));
    }
  },
});

/** Helpers with which groups start their platforms. */
interface Tools {
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
  readonly flags: { readonly trial: boolean; readonly fresh: boolean };
}

const MINUTE_MS = 60_000;

/** All groups, in the order of measurement; the first one is the default. */
export function groupsOf({ startOursOn, onClose, flags }: Tools): readonly Group[] {
  /** Measured unless other rows are requested. */
  const REQUESTS = group({
    name: 'requests',
    rows: [P1, P2, P2_SESSION, P9, P12, P20, P20_WAY, W1, W2, W3],
    // All of them and their controls together take four minutes on two busy cores.
    withinMs: 15 * MINUTE_MS,
    open: async (client) => {
      const platform = await startPlatform({ onClose });
      return { platform, client, startOurs: startOursOn(platform) };
    },
  });

  /** On a large store, which takes long to build. */
  const CALLS = group({
    name: 'calls',
    rows: [P3_SUMMARY, P3_OUTCOMES, P3_GROWTH, P3_GROWTH_OUTCOMES, P4, P4_DEEP, P10],
    // Some twenty minutes to build and five to measure, on two cores that are shared.
    withinMs: 90 * MINUTE_MS,
    open: async (client) => {
      const size = flags.trial ? TRIAL_SIZE : FULL_SIZE;
      return { client, ...(await openCallStore({ size, fresh: flags.fresh, client, startOursOn, onClose })) };
    },
  });

  /** On 10,000,000 calls and 2,200,000 others. */
  const TEN_MILLION_CALLS = group({
    name: 'ten-million',
    rows: TEN_MILLION_ROWS,
    // An hour to build and ten minutes to measure, on two cores that are shared.
    withinMs: 180 * MINUTE_MS,
    open: async (client) => {
      const size = flags.trial ? TEN_MILLION_TRIAL : TEN_MILLION;
      return { client, ...(await openCallStore({ size, fresh: flags.fresh, client, startOursOn, onClose })) };
    },
  });

  /** On 10,000 calls with texts of their own. */
  const EXPORT = group({
    name: 'export',
    rows: [P5, P6, P6_TRANSCRIPTS, P6_TOO_LARGE, P6_INGEST, P7, P7_TRANSCRIPTS],
    // Three minutes on two busy cores, with their controls five.
    withinMs: 15 * MINUTE_MS,
    open: (client) => openExportBench({ client, startOursOn, onClose }),
  });

  /** On 100,000 caller requests of one client. */
  const CALLER_REQUESTS = group({
    name: 'caller-requests',
    rows: [Q1, Q2, Q3, Q4, Q4_STALL],
    // A minute on two busy cores.
    withinMs: 10 * MINUTE_MS,
    open: (client) => openCallerRequestBench({ client, startOursOn, onClose }),
  });

  /** On a partner that owns five hundred clients. */
  const PARTNER_CLIENTS = group({
    name: 'partner-clients',
    rows: [D1, H1],
    // A minute on two busy cores; half of it plants the calls.
    withinMs: 10 * MINUTE_MS,
    open: (client) => openPartnerBench({ client, startOursOn, onClose }),
  });

  /** On a client with a thousand calls in progress. */
  const CAPACITY = group({
    name: 'capacity',
    rows: [K1],
    // Half a minute on two busy cores.
    withinMs: 10 * MINUTE_MS,
    open: (client) => openCapacityBench({ client, startOursOn, onClose }),
  });

  /** On a store with a million contacts of one client, and ten thousand of another. */
  const CAMPAIGNS = group({
    name: 'campaigns',
    rows: [
      P18_LIST,
      P18_DETAIL,
      P18_CONTACTS,
      P18_REPORT,
      P18_LIST_GROWTH,
      P18_DETAIL_GROWTH,
      P18_CONTACTS_GROWTH,
      P18_REPORT_GROWTH,
    ],
    // Two minutes to plant the contacts, and one to measure.
    withinMs: 20 * MINUTE_MS,
    open: (client) => openCampaignBench({ client, startOursOn, onClose }),
  });

  /** On a campaign of 100,000 contacts; P14 needs none. */
  const VALIDATION = group({
    name: 'validation',
    rows: [P14, P15, P15_STALL, P15_MEMORY],
    // Two minutes on two busy cores.
    withinMs: 10 * MINUTE_MS,
    open: (client) => openValidationBench({ client, startOursOn, onClose }),
  });

  /** On one campaign of a million contacts. */
  const MILLION = group({
    name: 'million',
    rows: [P15_MILLION, P15_MILLION_STALL, P15_MILLION_MEMORY, P18_MILLION, P18_MILLION_STALL],
    // Some minutes to plant the contacts, and some to close them.
    withinMs: 40 * MINUTE_MS,
    open: (client) => openMillionBench({ client, isTrial: flags.trial, startOursOn, onClose }),
  });

  /** For campaigns without contacts. */
  const IMPORTS = group({
    name: 'imports',
    rows: [P8, P8_CSV, P8_STALL, P8_MEMORY],
    // Two minutes on two busy cores, with their controls four.
    withinMs: 15 * MINUTE_MS,
    open: (client) => openImportBench({ client, startOursOn, onClose }),
  });

  /** On a project that has every section. */
  const WORKSPACE = group({
    name: 'workspace',
    rows: [R1, R2, R3, R4],
    // A minute on two busy cores.
    withinMs: 10 * MINUTE_MS,
    open: (client) => openWorkspaceBench({ client, startOursOn, onClose }),
  });

  /** On deployments of up to 1,000 tenants and 100 stores. */
  const TENANTS = group({
    name: 'tenants',
    rows: TENANT_ROWS,
    // Some minutes to plant, and ten to measure.
    withinMs: 40 * MINUTE_MS,
    open: (client) => openTenantsBench({ client, isTrial: flags.trial, startOursOn, onClose }),
  });

  /** For webhooks with receivers on loopback. */
  const WEBHOOKS = group({
    name: 'webhooks',
    rows: [P11, P11_LOAD, P16, P16_HANGING, P16_MEMORY],
    // Four minutes on two busy cores, with their controls six.
    withinMs: 20 * MINUTE_MS,
    open: (client) => openWebhookBench({ client, startOursOn, onClose }),
  });

  /**
   * Only for running campaigns with due contacts: a million of one client, and ten thousand of
   * another.
   */
  const DISPATCH = group({
    name: 'dispatch',
    rows: [P13, P13_GROWTH, P13_TAKERS, P13_EVENTS],
    // Four minutes to plant the contacts, and two to measure.
    withinMs: 30 * MINUTE_MS,
    open: (client) => openDispatchBench({ client, isTrial: flags.trial, startOursOn, onClose }),
  });

  /** For calls of some months with counted usage, and a client that is charged for it. */
  const BILLING = group({
    name: 'billing',
    rows: [P17, P17_GROWTH, B1, B2],
    // Some minutes to plant the calls, and some to measure; the controls take as long again.
    withinMs: 40 * MINUTE_MS,
    open: (client) => openBillingBench({ client, isTrial: flags.trial, startOursOn, onClose }),
  });
  return [
    REQUESTS,
    CALLS,
    TEN_MILLION_CALLS,
    EXPORT,
    CALLER_REQUESTS,
    VALIDATION,
    CAPACITY,
    PARTNER_CLIENTS,
    CAMPAIGNS,
    IMPORTS,
    WEBHOOKS,
    DISPATCH,
    MILLION,
    WORKSPACE,
    TENANTS,
    BILLING,
  ];
}
