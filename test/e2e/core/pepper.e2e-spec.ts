import { randomBytes } from 'node:crypto';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from 'vitest';
import { AppModule } from '../../../src/app.module.js';
import type { Settings } from '../../../src/config/settings.js';
import { operatorSettings, useTestApp, workerSettings } from '../../support/app.js';
import { TestClock } from '../../support/test-clock.js';

// operations 1.5
describe('a pepper that API keys were not made with', () => {
  const clock = new TestClock(new Date());
  const test = useTestApp({ clock });
  const otherPepper = { apiKeys: { pepper: randomBytes(32) } };
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
