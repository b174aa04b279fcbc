import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../support/app.js';
import { metadataBehind } from '../../support/fault-proxy.js';
import { atDepth, someOf } from '../../support/depth.js';
import { StatementGate } from '../../support/statement-gate.js';

describe('a start of the service', () => {
  const test = useTestApp();
  const gate = new StatementGate();
  let url: string;

  const start = () => startTestApp({ databases: test.databases, settings: metadataBehind(url) });

  beforeAll(async () => {
    url = await gate.before(test.databases.metadataUrl);
    return () => gate.close();
  });

  it('goes on where the metadata store hangs up at any of its statements', async () => {
    await (await start()).close();
    const statements = Array.from({ length: gate.seen }, (_, index) => index + 1);
    expect(statements.length).toBeGreaterThan(3);
    for (const statement of someOf(statements, atDepth({ ordinary: 4, full: statements.length }), 0)) {
      const isHeld = gate.stopAt(statement, 'before');
      const starting = start();
      await isHeld;
      gate.cut();
      const { app, close } = await starting;
      expect(app.getHttpServer()).toHaveProperty('listening', true);
      await close();
    }
  });
});
