import { openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FULL_SIZE, openCallStore, TRIAL_SIZE } from './harness/call-store.ts';
import type { CallBench } from './harness/call-store.ts';
import { openCapacityBench } from './harness/capacity-store.ts';
import { openCampaignBench } from './harness/campaign-store.ts';
import type { CampaignBench } from './harness/campaign-store.ts';
import { openCallerRequestBench } from './harness/caller-request-store.ts';
import { openDispatchBench } from './harness/dispatch-store.ts';
import type { DispatchBench } from './harness/dispatch-store.ts';
import { openExportBench } from './harness/export-store.ts';
import { openMillionBench, openValidationBench } from './harness/validation-store.ts';
import type { MillionBench } from './harness/validation-store.ts';
import { openWorkspaceBench } from './harness/workspace-store.ts';
import { openWebhookBench } from './harness/webhook-store.ts';
import type { WebhookBench } from './harness/webhook-store.ts';
import type { ExportBench } from './harness/export-store.ts';
import { openImportBench } from './harness/import-store.ts';
import type { ImportBench } from './harness/import-store.ts';
import { built, killChildren, startChild } from './harness/children.ts';
import type { Child } from './harness/children.ts';
import type { Bench, Row, StartOurs } from './harness/compare.ts';
import { startLoadClient } from './harness/load.ts';
import { startPlatform } from './harness/platform.ts';
import type { Platform } from './harness/platform.ts';
import { isAsWanted, report } from './harness/report.ts';
import type { Result } from './harness/report.ts';
import { P4, P4_DEEP, P4_WITHOUT_TOTAL } from './rows/call-list.ts';
import {
  P3_CUT,
  P3_GROWTH,
  P3_GROWTH_OUTCOMES,
  P3_LIVE,
  P3_MARKED,
  P3_OUTCOMES,
  P3_SUMMARY,
} from './rows/call-totals.ts';
import { P10 } from './rows/caller-mix.ts';
import { Q1, Q1_PERSON, Q2, Q2_PERSON, Q3 } from './rows/caller-requests.ts';
import { K1, K1_PERSON } from './rows/capacity.ts';
import {
  P18_CONTACTS,
  P18_CONTACTS_GROWTH,
  P18_DETAIL,
  P18_DETAIL_GROWTH,
  P18_LIST,
  P18_LIST_GROWTH,
  P18_REPORT,
  P18_REPORT_GROWTH,
} from './rows/campaigns.ts';
import { P13, P13_DIALS, P13_EVENTS, P13_GROWTH, P13_NEIGHBOUR, P13_TAKERS } from './rows/dispatch.ts';
import { Q4, Q4_STALL } from './rows/erasure.ts';
import { P6, P6_INGEST, P6_TOO_LARGE, P6_TRANSCRIPTS, P7, P7_TRANSCRIPTS } from './rows/export-load.ts';
import { S19_COPIES, S19_PARALLEL, S19_SLOW } from './rows/export-neighbours.ts';
import { P5, P5_OPENED, P5_TRANSCRIPTS } from './rows/export-speed.ts';
import { P1, P1_STRICT } from './rows/full-stack.ts';
import { P8, P8_CSV, P8_MEMORY, P8_STALL } from './rows/imports.ts';
import { P9 } from './rows/ingest.ts';
import { P12 } from './rows/memory.ts';
import { P14 } from './rows/contactability.ts';
import {
  P15_MILLION,
  P15_MILLION_MEMORY,
  P15_MILLION_STALL,
  P18_MILLION,
  P18_MILLION_STALL,
} from './rows/million.ts';
import { P15, P15_MEMORY, P15_STALL } from './rows/validation.ts';
import { P2 } from './rows/metadata-read.ts';
import { P11, P11_LOAD, P16, P16_HANGING, P16_MEMORY } from './rows/webhooks.ts';
import { R1, R2, R3, R4 } from './rows/workspace.ts';
import { W1, W2, W3 } from './rows/work.ts';

// npm run bench [-- [--controls] [--profile] [--fresh] [--trial] GROUP|ROW...]; docs/benchmarks.md says what the
// rows mean.

/** Rows that are measured on one platform. */
interface Group<B extends Bench> {
  readonly name: string;
  readonly rows: readonly Row<B>[];
  /** After so long the run is taken to hang. */
  readonly withinMs: number;
  readonly open: (client: Child) => Promise<B>;
}

const MINUTE_MS = 60_000;
const RESULTS = join(import.meta.dirname, 'results');

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    controls: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    trial: { type: 'boolean', default: false },
  },
});

/** What was started for a group, to be ended in the opposite order. */
const undos: (() => Promise<void>)[] = [];
const onClose = (undo: () => Promise<void>): void => void undos.push(undo);

/** Measured unless something else is asked for. */
const REQUESTS: Group<Bench> = {
  name: 'requests',
  rows: [P1, P1_STRICT, P2, P9, P12, W1, W2, W3],
  // All of them and their controls together take four minutes on two busy cores.
  withinMs: 15 * MINUTE_MS,
  open: async (client) => {
    const platform = await startPlatform({ onClose });
    return { platform, client, startOurs: startOursOn(platform) };
  },
};

/** On a large store, which takes its time to build. */
const CALLS: Group<CallBench> = {
  name: 'calls',
  rows: [
    P3_SUMMARY,
    P3_OUTCOMES,
    P3_GROWTH,
    P3_GROWTH_OUTCOMES,
    P3_CUT,
    P3_LIVE,
    P3_MARKED,
    P4,
    P4_WITHOUT_TOTAL,
    P4_DEEP,
    P10,
  ],
  // Some twenty minutes to build and five to measure, on two cores that are shared.
  withinMs: 90 * MINUTE_MS,
  open: async (client) => {
    const size = flags.trial ? TRIAL_SIZE : FULL_SIZE;
    return { client, ...(await openCallStore({ size, fresh: flags.fresh, client, startOursOn, onClose })) };
  },
};

/** On 10,000 calls with texts of their own. */
const EXPORT: Group<ExportBench> = {
  name: 'export',
  rows: [
    P5,
    P5_OPENED,
    P5_TRANSCRIPTS,
    P6,
    P6_TRANSCRIPTS,
    P6_TOO_LARGE,
    P6_INGEST,
    P7,
    P7_TRANSCRIPTS,
    S19_SLOW,
    S19_PARALLEL,
    S19_COPIES,
  ],
  // Three minutes on two busy cores, with their controls five.
  withinMs: 15 * MINUTE_MS,
  open: (client) => openExportBench({ client, startOursOn, onClose }),
};

/** On 100,000 caller requests of one client. */
const CALLER_REQUESTS: Group<Bench> = {
  name: 'caller-requests',
  rows: [Q1, Q1_PERSON, Q2, Q2_PERSON, Q3, Q4, Q4_STALL],
  // A minute on two busy cores.
  withinMs: 10 * MINUTE_MS,
  open: (client) => openCallerRequestBench({ client, startOursOn, onClose }),
};

/** On a client with a thousand calls in progress. */
const CAPACITY: Group<Bench> = {
  name: 'capacity',
  rows: [K1, K1_PERSON],
  // Half a minute on two busy cores.
  withinMs: 10 * MINUTE_MS,
  open: (client) => openCapacityBench({ client, startOursOn, onClose }),
};

/** On a store with a million contacts of one client, and ten thousand of another. */
const CAMPAIGNS: Group<CampaignBench> = {
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
};

/** On a campaign of 100,000 contacts; P14 needs none. */
const VALIDATION: Group<Bench> = {
  name: 'validation',
  rows: [P14, P15, P15_STALL, P15_MEMORY],
  // Two minutes on two busy cores.
  withinMs: 10 * MINUTE_MS,
  open: (client) => openValidationBench({ client, startOursOn, onClose }),
};

/** On one campaign of a million contacts. */
const MILLION: Group<MillionBench> = {
  name: 'million',
  rows: [P15_MILLION, P15_MILLION_STALL, P15_MILLION_MEMORY, P18_MILLION, P18_MILLION_STALL],
  // Some minutes to plant the contacts, and some to close them.
  withinMs: 40 * MINUTE_MS,
  open: (client) => openMillionBench({ client, isTrial: flags.trial, startOursOn, onClose }),
};

/** Of campaigns that have no contacts yet. */
const IMPORTS: Group<ImportBench> = {
  name: 'imports',
  rows: [P8, P8_CSV, P8_STALL, P8_MEMORY],
  // Two minutes on two busy cores, with their controls four.
  withinMs: 15 * MINUTE_MS,
  open: (client) => openImportBench({ client, startOursOn, onClose }),
};

/** On a project that has every section. */
const WORKSPACE: Group<Bench> = {
  name: 'workspace',
  rows: [R1, R2, R3, R4],
  // A minute on two busy cores.
  withinMs: 10 * MINUTE_MS,
  open: (client) => openWorkspaceBench({ client, startOursOn, onClose }),
};

/** On webhooks whose receivers are on loopback. */
const WEBHOOKS: Group<WebhookBench> = {
  name: 'webhooks',
  rows: [P11, P11_LOAD, P16, P16_HANGING, P16_MEMORY],
  // Four minutes on two busy cores, with their controls six.
  withinMs: 20 * MINUTE_MS,
  open: (client) => openWebhookBench({ client, startOursOn, onClose }),
};

/** On running campaigns whose contacts are all due: a million of one client, and ten thousand of another. */
const DISPATCH: Group<DispatchBench> = {
  name: 'dispatch',
  rows: [P13, P13_GROWTH, P13_TAKERS, P13_EVENTS, P13_NEIGHBOUR, P13_DIALS],
  // Four minutes to plant the contacts, and two to measure.
  withinMs: 30 * MINUTE_MS,
  open: (client) => openDispatchBench({ client, isTrial: flags.trial, startOursOn, onClose }),
};

const known = [
  REQUESTS,
  CALLS,
  EXPORT,
  CALLER_REQUESTS,
  CAPACITY,
  CAMPAIGNS,
  VALIDATION,
  IMPORTS,
  WEBHOOKS,
  DISPATCH,
  MILLION,
  WORKSPACE,
].flatMap(({ name, rows }) => [name, ...rows.map(({ id }) => id)]);
const unknown = positionals.filter((asked) => !known.includes(asked));
if (unknown.length > 0) {
  console.error(`Nothing is called ${unknown.join(', ')}. There are ${known.join(', ')}.`);
  process.exit(2);
}

// To a file, as in production to a pipe: each access line costs its system call.
const logFile = join(tmpdir(), `telephony-bench-${process.pid}.log`);
const accessLog = openSync(logFile, 'w');

function startOursOn(platform: Platform): StartOurs {
  return (worsening, settings = {}, preload = undefined) =>
    startChild(
      worsening === undefined ? built('main.js') : join(import.meta.dirname, 'servers/worsened.ts'),
      {
        args: worsening === undefined ? [] : [worsening],
        environment: { ...platform.environment, ...settings },
        output: accessLog,
        ...(preload === undefined ? {} : { preload }),
        ...(flags.profile ? { profileTo: join(RESULTS, 'profiles') } : {}),
      },
    );
}

let undoing = Promise.resolve();
/** Whoever comes second waits for the first. */
function undoAll(): Promise<void> {
  undoing = undoing.then(async () => {
    for (let undo = undos.pop(); undo; undo = undos.pop()) await undo();
  });
  return undoing;
}

// PostgreSQL runs apart from our signals, so whatever ends the run has to end it too.
let hasGivenUp = false;
function giveUp(reason: string): void {
  console.error(reason);
  hasGivenUp = true;
  killChildren();
  void undoAll().finally(() => {
    rmSync(logFile, { force: true });
    process.exit(1);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => giveUp(`Ended by ${signal}.`));

const isChosen = (group: string, row: Row<never>): boolean =>
  positionals.length === 0
    ? group === REQUESTS.name
    : positionals.includes(group) || positionals.includes(row.id);

const results: Result[] = [];

async function measure<B extends Bench>({ name, rows, withinMs, open }: Group<B>): Promise<void> {
  const worsened = flags.controls;
  const chosen = rows.filter(
    (row) => isChosen(name, row) && !(worsened && (row.control === undefined || row.target === null)),
  );
  if (chosen.length === 0) return;
  const deadline = setTimeout(() => giveUp('The run took too long and was ended.'), withinMs);
  try {
    const client = await startLoadClient();
    const bench = await open(client);
    for (const row of chosen) {
      console.log(`${row.id}: ${row.what}, against ${row.against}`);
      results.push({ row, worsened, figures: await row.measure(bench, worsened) });
    }
  } finally {
    clearTimeout(deadline);
    killChildren();
    await undoAll();
  }
}

let failure: unknown;
try {
  await measure(REQUESTS);
  await measure(CALLS);
  await measure(EXPORT);
  await measure(CALLER_REQUESTS);
  await measure(VALIDATION);
  await measure(CAPACITY);
  await measure(CAMPAIGNS);
  await measure(IMPORTS);
  await measure(WEBHOOKS);
  await measure(DISPATCH);
  await measure(MILLION);
  await measure(WORKSPACE);
} catch (error) {
  failure = error;
}
rmSync(logFile, { force: true });
// What was measured before something went wrong took its time too.
if (results.length > 0) console.log(`\n${report(results, RESULTS)}`);
// Of a run that was ended every child says so.
if (failure !== undefined && !hasGivenUp) console.error(failure);
process.exit(failure === undefined && results.every(isAsWanted) ? 0 : 1);
