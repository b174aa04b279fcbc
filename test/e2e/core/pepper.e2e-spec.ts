import { randomBytes } from 'node:crypto';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from 'vitest';
import { AppModule } from '../../../src/app.module.js';
import type { Settings } from '../../../src/config/settings.js';
import { operatorSettings, useTestApp, workerSettings } from '../../support/app.js';
import { withClient } from '../../support/databases.js';
import { TestClock } from '../../support/test-clock.js';

// operations 1.5
describe('a pepper that API keys were not made with', () => {
  const clock = new TestClock(new Date());
  const test = useTestApp({ clock });
  const otherPepper = { apiKeys: { pepper: randomBytes(32), otherPeppers: [] } };
  const started = (settings: Settings) =>
    Test.createTestingModule({ imports: [AppModule.with(settings)] })
      .compile()
      .then((module) => module.init());

  it.each(['the API', 'the worker', 'operate'])('keeps %s from starting', async (what) => {
    const { databases, settings } = test;
    const of = {
      'the API': settings,
      'the worker': workerSettings({ settings, databases }),
      operate: operatorSettings({ settings, databases }),
    }[what]!;
    await (await started(of)).close();
    await expect(started({ ...of, ...otherPepper })).rejects.toThrow(/API_KEY_PEPPER is not the one/);
  });

  // Fails if it is noted again at each start: no process could then start with a standby.
  // operations 1.5, 6.4
  it('is told from the right one also while the metadata store is read-only', async () => {
    const { databases, settings } = test;
    const name = new URL(databases.metadataUrl).pathname.slice(1);
    await test.world.sql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    try {
      await (await started(settings)).close();
      await expect(started({ ...settings, ...otherPepper })).rejects.toThrow(/API_KEY_PEPPER is not the one/);
    } finally {
      await withClient(databases.superuser.metadataUrl, async (client) => {
        await client.query('SET default_transaction_read_only = off');
        await client.query(`ALTER DATABASE ${name} RESET ALL`);
      });
    }
  });

  it('is unhealthy where another was accepted meanwhile', async () => {
    await test.request().get('/v1/health').expect(200);
    await test.world.sql(`UPDATE secret_fingerprints SET fingerprint = decode('00', 'hex')`);
    clock.advance(31_000);
    await test.request().get('/v1/health').expect(503);
  });

  it('is not told by what is stored', async () => {
    const rows = await test.world.sql<{ name: string; fingerprint: Buffer }>(
      'SELECT name, fingerprint FROM secret_fingerprints',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.name).toBe('API_KEY_PEPPER');
    expect(rows[0]!.fingerprint.toString('latin1')).not.toContain(
      test.settings.apiKeys.pepper.toString('latin1'),
    );
  });
});
