import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { guide } from './portal/guide.ts';
import { texts } from './portal/texts.config.ts';

const depth = process.env['TEST_DEPTH'] ?? 'ordinary';
if (depth !== 'ordinary' && depth !== 'full') {
  throw new Error(`TEST_DEPTH is '${depth}'. It must be 'ordinary' (the default) or 'full'.`);
}

/**
 * Series that kill processes at many moments, and faults of the network and the process. They take minutes and run before a
 * release. What stores, the metadata store and a stop do under faults runs on every change.
 */
const FULL_DEPTH_ONLY = [
  'test/e2e/**/*-kills.e2e-spec.ts',
  'test/e2e/**/*-crash.e2e-spec.ts',
  'test/e2e/faults/!(store-*|tenant-store|metadata-store|shutdown).e2e-spec.ts',
  // A process of its own, and its heap.
  'test/e2e/direct-input/memory.e2e-spec.ts',
  // The forms and states of the portal, each to its end in a browser. At ordinary depth the tests of its parts try them, and the
  // walk opens every page.
  'test/e2e/portal/{alerts,calls,campaign,directory-outage,integrations,knowledge,project}-pages.e2e-spec.ts',
  'test/e2e/portal/{requests-billing,role,settings,single-call,support}-pages.e2e-spec.ts',
  'test/e2e/portal/{chosen-client,states}.e2e-spec.ts',
  // More than 50 MiB of CSV.
  'test/e2e/calls/export-spool-full.e2e-spec.ts',
  // On an application that starts as `npm start` does, with its demo.
  'test/e2e/portal/journey.e2e-spec.ts',
];
const notNow = depth === 'full' ? [] : FULL_DEPTH_ONLY;

/**
 * They depend on deadlines of the service, which are seconds, or watch the whole process: one other of them runs beside each, and
 * nothing else. They hold beside two busy processes. No test measures how long something takes: that is for the bench.
 */
const TIMED = [
  'test/e2e/faults/!(*-kills|*-crash).e2e-spec.ts',
  'test/e2e/calls/export-places.e2e-spec.ts',
  'test/e2e/calls/ingest-hostile.e2e-spec.ts',
  'test/e2e/core/scattered-bodies.e2e-spec.ts',
  'test/e2e/calls/transcript-faults.e2e-spec.ts',
  'test/e2e/privacy/pii-permissions.e2e-spec.ts',
  'test/e2e/configuration/contended-writes.e2e-spec.ts',
];

/** Tests of functions: no database starts for them. */
const PURE = [
  'src/**/*.spec.ts',
  'tools/**/*.spec.ts',
  'packages/*/src/**/*.spec.ts',
  'public-pages/src/**/*.spec.ts',
];
/** Among those, the ones of connections, on a real database. */
const ON_POSTGRESQL = ['src/core/database/metadata/{metadata-*,new-connections,tenant-connections}.spec.ts'];
// With one for each processor, of two a third is idle: tests wait for PostgreSQL and for processes that they start.
const MANY = Math.ceil(availableParallelism() * 1.5);
const GLOBAL_SETUP = ['test/support/global-setup.ts'];

export default defineConfig({
  // For processes package.json maps these to what is compiled; tests try the sources.
  resolve: { alias: [{ find: /^#app\/(.*)\.js$/, replacement: `${import.meta.dirname}/src/$1.ts` }] },
  test: {
    pool: 'forks',
    // Importing the application takes longer than most files: the files of a process share what it has imported, and
    // leave nothing behind.
    isolate: false,
    // Longer than anything takes on the busiest machine, three starts of a process in one test among it.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Waits are for conditions. One second, which is usual, is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['reflect-metadata', './test/support/repeatable-cases.ts'],
    provide: { depth, isBuilt: process.env['TEST_DIST'] === 'built' },
    reporters: ['default', './test/support/slowest-files.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: PURE,
          exclude: ON_POSTGRESQL,
          maxWorkers: MANY,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        plugins: [guide, texts],
        test: {
          name: 'components',
          environment: 'jsdom',
          setupFiles: ['./test/support/repeatable-cases.ts', 'portal/src/testing/setup.ts'],
          include: ['portal/src/**/*.spec.{ts,tsx}'],
          maxWorkers: MANY,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          globalSetup: GLOBAL_SETUP,
          include: [...ON_POSTGRESQL, 'test/**/*.spec.ts', 'test/**/*.e2e-spec.ts'],
          exclude: [...TIMED, ...notNow],
          maxWorkers: MANY,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          globalSetup: GLOBAL_SETUP,
          include: TIMED,
          exclude: notNow,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
