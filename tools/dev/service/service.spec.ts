import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { StartError } from '../files.ts';
import { patiently } from '../processes.ts';
import { startService, type Service } from './service.ts';

const folder = mkdtempSync(join(tmpdir(), 'service-'));
afterAll(() => rmSync(folder, { recursive: true }));

function serviceOf(program: string): Service {
  const module = join(folder, 'service.mjs');
  writeFileSync(module, program);
  const logFile = join(folder, 'api.log');
  return startService({ name: 'api', module, environment: {}, logFile, print: () => undefined });
}

describe('a service of npm start', () => {
  it('is waited for until it says that it is up', async () => {
    const service = serviceOf(
      `process.send({ type: 'other' }); process.send({ type: 'listening', port: 7 });`,
    );
    expect(await service.message('listening')).toMatchObject({ port: 7 });
    await service.stop();
  });

  it('that ends before it is up is told with how it ended and its last lines', async () => {
    const service = serviceOf(`
      console.log(JSON.stringify({ level: 'info', msg: 'early' }));
      for (const n of [1, 2, 3]) console.log(JSON.stringify({ level: 'info', msg: 'step ' + n }));
      console.log(JSON.stringify({ level: 'fatal', msg: 'PORT is not a number' }));
      console.error('a last word');
      process.exitCode = 3;
    `);
    const failure: unknown = await service.message('listening').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    const { message } = failure as StartError;
    expect(message).toContain('The api did not start: code 3');
    expect(message).toContain('fatal: PORT is not a number');
    expect(message).toContain('a last word');
    expect(message).not.toContain('early');
  });
});

describe('patience', () => {
  afterEach(() => vi.useRealTimers());

  it('waits for ten minutes and longer, and says now and then for what', async () => {
    vi.useFakeTimers();
    const said: string[] = [];
    let end: (value: string) => void = () => undefined;
    const work = new Promise<string>((resolve) => (end = resolve));
    const waiting = patiently('the api to listen', work, (line) => said.push(line));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(said).toHaveLength(60);
    expect(said[0]).toBe('still waiting for the api to listen (10 s)');
    end('up');
    expect(await waiting).toBe('up');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said).toHaveLength(60);
  });
});
