import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from './app.js';
import type { TestApp } from './app.js';

/**
 * The application on another one's stores, with another master key: no tenant's key can be
 * unwrapped.
 */
export async function startKeyless(right: TestApp): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'telephony-keyless-'));
  const file = join(folder, 'master.key');
  writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  try {
    return await startTestApp({
      databases: right.databases,
      settings: () => ({
        ...right.settings,
        keyProvider: { kind: 'local', masterKeyFile: file, mustBeRandom: true },
      }),
    });
  } finally {
    // The file is read only at the start.
    rmSync(folder, { recursive: true });
  }
}
