import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SCRIPT = resolve(import.meta.dirname, '../../.ci/advisories');
const ADVISORY = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'An example',
  severity: 'high',
  vulnerable_versions: '*',
  cwe: [],
  cvss: { score: 0, vectorString: null },
};

describe('npm run advisories', () => {
  let registry: Server;
  let cache: string;
  let answer: { readonly status: number; readonly body: unknown };

  beforeAll(async () => {
    cache = mkdtempSync(join(tmpdir(), 'advisories-'));
    registry = createServer((request, response) => {
      const isQuestion = request.method === 'POST';
      request.resume().on('end', () => {
        response.writeHead(isQuestion ? answer.status : 404, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(isQuestion ? answer.body : {}));
      });
    });
    await once(registry.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    registry.close();
    rmSync(cache, { recursive: true });
  });

  /** Runs the script against a registry on this machine that gives this answer. */
  const run = (status: number, body: unknown): Promise<{ status: number | string; text: string }> => {
    answer = { status, body };
    const { port } = registry.address() as AddressInfo;
    const settings = [
      `npm_config_registry=http://127.0.0.1:${port}/`,
      `npm_config_cache=${cache}`,
      'npm_config_fetch_retries=0',
    ];
    return new Promise((done) => {
      execFile('env', [...settings, 'bash', SCRIPT], (error, stdout, stderr) =>
        done({ status: error?.code ?? 0, text: stdout + stderr }),
      );
    });
  };

  it('ends with 0 when the registry knows of none', async () => {
    const none = await run(200, {});
    expect(none.status).toBe(0);
    expect(none.text).toContain('knows of none');
  });

  it('ends with 1 and names the package when it knows of some', async () => {
    const found = await run(200, { papaparse: [ADVISORY] });
    expect(found.status).toBe(1);
    expect(found.text).toContain('high  papaparse');
  });

  it.each([
    ['refuses the question', 405, {}],
    ['has a fault', 500, {}],
    ['is no registry', 200, 'welcome'],
  ])('ends with 2 when the registry %s', async (_, status, body) => {
    const silent = await run(status, body);
    expect(silent.status).toBe(2);
    expect(silent.text).toContain('gives no advisories');
    expect(silent.text).not.toContain('knows of none');
  });
});
