import { defineConfig } from 'vitest/config';

export default defineConfig({
  // For processes package.json maps these to dist; tests try the sources.
  resolve: { alias: [{ find: /^#app\/(.*)\.js$/, replacement: `${import.meta.dirname}/src/$1.ts` }] },
  test: {
    include: ['src/**/*.spec.ts', 'tools/**/*.spec.ts', 'test/**/*.spec.ts', 'test/**/*.e2e-spec.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['reflect-metadata'],
  },
});
