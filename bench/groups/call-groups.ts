import {
  FULL_SIZE,
  openCallStore,
  TEN_MILLION,
  TEN_MILLION_TRIAL,
  TRIAL_SIZE,
} from '../harness/stores/call-store.ts';
import { openCallerRequestBench } from '../harness/stores/caller-request-store.ts';
import { openExportBench } from '../harness/stores/export-store.ts';
import { P4, P4_DEEP } from '../rows/calls/call-list.ts';
import { P3_GROWTH, P3_GROWTH_OUTCOMES, P3_OUTCOMES, P3_SUMMARY } from '../rows/calls/call-totals.ts';
import { P10 } from '../rows/calls/caller-mix.ts';
import { Q1, Q2, Q3 } from '../rows/calls/caller-requests.ts';
import { Q4, Q4_STALL } from '../rows/calls/erasure.ts';
import {
  P6,
  P6_INGEST,
  P6_TOO_LARGE,
  P6_TRANSCRIPTS,
  P7,
  P7_TRANSCRIPTS,
} from '../rows/calls/export-load.ts';
import { P5 } from '../rows/calls/export-speed.ts';
import { TEN_MILLION_ROWS } from '../rows/calls/ten-million.ts';
import { V1, V2, V2_OLD } from '../rows/calls/versions.ts';
import { group, MINUTE_MS } from './group.ts';
import type { Group, Tools } from './group.ts';

/** Groups with stores of calls and related data. */
export function callGroups({ startOursOn, onClose, flags }: Tools): readonly Group[] {
  /** With a large store, which takes long to build. */
  const CALLS = group({
    name: 'calls',
    rows: [P3_SUMMARY, P3_OUTCOMES, P3_GROWTH, P3_GROWTH_OUTCOMES, P4, P4_DEEP, P10, V1, V2, V2_OLD],
    // About twenty minutes to build and five to measure, on two shared cores.
    withinMs: 90 * MINUTE_MS,
    open: async (client) => {
      const size = flags.trial ? TRIAL_SIZE : FULL_SIZE;
      return { client, ...(await openCallStore({ size, fresh: flags.fresh, client, startOursOn, onClose })) };
    },
  });

  /** With stores of 10,000,000 and 2,200,000 calls. */
  const TEN_MILLION_CALLS = group({
    name: 'ten-million',
    rows: TEN_MILLION_ROWS,
    // An hour to build and ten minutes to measure, on two shared cores.
    withinMs: 180 * MINUTE_MS,
    open: async (client) => {
      const size = flags.trial ? TEN_MILLION_TRIAL : TEN_MILLION;
      return { client, ...(await openCallStore({ size, fresh: flags.fresh, client, startOursOn, onClose })) };
    },
  });

  /** With 10,000 calls that each have their own texts. */
  const EXPORT = group({
    name: 'export',
    rows: [P5, P6, P6_TRANSCRIPTS, P6_TOO_LARGE, P6_INGEST, P7, P7_TRANSCRIPTS],
    // Three minutes on two busy cores, or five with the controls.
    withinMs: 15 * MINUTE_MS,
    open: (client) => openExportBench({ client, startOursOn, onClose }),
  });

  /** With 100,000 caller requests of one client. */
  const CALLER_REQUESTS = group({
    name: 'caller-requests',
    rows: [Q1, Q2, Q3, Q4, Q4_STALL],
    // A minute on two busy cores.
    withinMs: 10 * MINUTE_MS,
    open: (client) => openCallerRequestBench({ client, startOursOn, onClose }),
  });
  return [CALLS, TEN_MILLION_CALLS, EXPORT, CALLER_REQUESTS];
}
