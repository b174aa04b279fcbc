import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_CAST } from '../../../tools/demo/cast/cast.ts';
import { seedCast } from '../../../tools/demo/seed.ts';
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { admitCredentialsOf, useTestApp } from '../../support/app.js';
import { perSuite } from '../../support/frames.js';
import { printedSteps } from '../../support/guide.js';
import { useOperator } from '../../support/operator.js';
import { bearerToken } from '../../support/tokens.js';
import { useWorker } from '../../support/worker.js';
import { mailedBy } from '../billing/billing-fixture.js';

const tokenOf = (email: string): string =>
  bearerToken(DEMO_CAST.users.find((user) => user.email === email)!.subject);

describe('the guide to a client from nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  const mail = perSuite(
    () => startMailCatcher({ folder: join(folder, '.data', 'mails') }),
    (catcher) => catcher.stop(),
  );
  const test = useTestApp({ settings: (settings) => mailedBy(mail)(settings) });
  useWorker(test);
  const operate = useOperator(() => test);
  /** Operators' commands that the guide has run. */
  const operated: string[] = [];

  // Replaces `npm`: provides tokens of the identity provider, and runs commands in this process.
  const npm = perSuite(
    () =>
      new Promise<{ readonly url: string; readonly close: () => void }>((resolve) => {
        const answer = async (asked: string): Promise<string> => {
          const [, , , what, , ...words] = asked.split(' ');
          if (what === 'token') return tokenOf(words[0]!);
          operated.push(words[0]!);
          const { isDone, said } = await operate(...words);
          if (!isDone) throw new Error(said);
          return said;
        };
        const server = createServer((request, response) => {
          void text(request)
            .then(answer)
            .then(
              (said) => response.end(said),
              (error: unknown) => response.writeHead(500).end(String(error)),
            );
        }).listen(0, '127.0.0.1', () => {
          const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
          resolve({ url, close: () => server.close() });
        });
      }),
    (started) => Promise.resolve(started.close()),
  );

  beforeAll(async () => {
    mkdirSync(join(folder, '.data'), { recursive: true });
    const apiKeys = await seedCast({
      metadataOwnerUrl: test.databases.superuser.metadataUrl,
      settings: test.settings,
      cast: DEMO_CAST,
      apiKeySecretsFile: join(folder, 'keys.json'),
      log: () => undefined,
      now: new Date(),
    });
    writeFileSync(join(folder, '.data', 'demo.json'), JSON.stringify({ api_keys: apiKeys.length }));
    admitCredentialsOf(test);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  // partner-clients 5.2, 5.5, 6.3; people 3.3, 4.1
  it('leads to people, a key and a project by HTTP, and by one command of an operator to calls', async () => {
    const steps = printedSteps('A client from nothing', test.baseUrl, join(folder, '.data', 'demo.json'));
    const beginning = `set -euo pipefail
      TOKEN=${tokenOf('partner-admin@harbour.example.com')}
      npm() { curl -sf --data "npm $*" '${npm.url}'; }`;
    const { stdout } = await promisify(execFile)('bash', ['-c', `${beginning}\n${steps}`], {
      cwd: folder,
      timeout: 60_000,
    });
    expect(stdout.trim().split('\n')).toEqual([
      'provisioning',
      '2',
      'pending',
      'partner_user',
      'setup',
      'active',
      '0',
    ]);
    expect(operated).toEqual(['set-route']);
    expect(steps).not.toMatch(/psql|\bSELECT\b|\bINSERT\b/i);
  });
});
