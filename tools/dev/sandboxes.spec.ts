import { expect, it } from 'vitest';
import { DEMO_CAST } from '../demo/cast/cast.ts';
import { loadSandboxSettings } from '../sandbox/settings.ts';
import { sandboxesOf } from './sandboxes.ts';

const KEYS = DEMO_CAST.apiKeys.map(({ clientId, dataEnv, scope }) => ({
  clientId,
  dataEnv,
  scope,
  key: `svc_${dataEnv}_${clientId}_${scope}`,
}));

it('serve every client and environment of the demo once, production data without haste', () => {
  const [production, rest] = sandboxesOf('http://localhost:3000', KEYS, {}).map(({ environment }) =>
    loadSandboxSettings(environment),
  );
  const served = [...production!.apiKeys, ...rest!.apiKeys];
  expect(served.toSorted()).toEqual(
    DEMO_CAST.tenants.map(({ clientId, dataEnv }) => `svc_${dataEnv}_${clientId}_runtime-ingest`).toSorted(),
  );
  expect(production).toMatchObject({ parallel: 1, callMs: 40_000 });
  expect(rest).toMatchObject({ parallel: 10, callMs: 1_500 });
});

it('are as fast as the environment says, and serve whom they are given', () => {
  const environment = { SANDBOX_CALL_MS: '10', SANDBOX_API_KEY: 'svc_staging_other_secret' };
  for (const { environment: given } of sandboxesOf('http://localhost:3000', KEYS, environment)) {
    const settings = loadSandboxSettings(given);
    expect(settings.callMs).toBe(10);
    expect(settings.apiKeys).not.toContain(environment.SANDBOX_API_KEY);
  }
});
