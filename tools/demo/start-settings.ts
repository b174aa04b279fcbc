import type { Settings } from '#app/config/settings.js';

/** A request is refused within a second; this allows for a start on a busy machine. */
const METADATA_WAITS = { connectMs: 30_000, statementMs: 30_000, lockMs: 10_000, contendedMs: 60_000 };
const STORE_WAITS = { acquireMs: 30_000, pingMs: 10_000, readDeadlineMs: 60_000, writeDeadlineMs: 60_000 };

/**
 * Settings for the part of a start that runs in its own process. The metrics port belongs to the
 * API.
 */
export const startSettings = (settings: Settings): Settings => ({
  ...settings,
  admin: { ...settings.admin, port: 0 },
  metadata: { ...settings.metadata, ...METADATA_WAITS },
  tenantStores: { ...settings.tenantStores, ...STORE_WAITS },
});
