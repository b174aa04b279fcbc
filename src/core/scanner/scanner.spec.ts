import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClamd, type ClamdMood } from '../../../test/support/fake-clamd.js';
import { aFreePort } from '../../../test/support/ports.js';
import { reasonOf } from '../shared/platform-error.js';
import { Clock } from '../time/clock.js';
import { ClamdEngine } from './clamd-engine.js';
import { EICAR } from './eicar.js';
import { EicarEngine } from './eicar-engine.js';
import { Scanner } from './scanner.js';

/** Longer than a busy machine takes for a file: an engine ends with them only if it never replies. */
const PATIENT = { connectMs: 60_000, idleMs: 60_000, totalMs: 60_000 };
const HASTY = { ...PATIENT, idleMs: 250 };
const MIB = 1024 * 1024;
const clock = new Clock();

async function* inChunks(...chunks: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
}
const text = () => inChunks('a text that is a little longer than the files of a proof, which are short');
const large = () => inChunks(...Array.from({ length: 96 }, () => Buffer.alloc(MIB / 4, 'x')));

describe('clamd', () => {
  let clamd: FakeClamd;
  let engine: ClamdEngine;
  beforeEach(async () => {
    clamd = new FakeClamd(20 * MIB);
    await clamd.listen();
    engine = new ClamdEngine({ host: '127.0.0.1', port: clamd.port }, PATIENT);
  });
  afterEach(() => clamd.close());

  // operations 10.1
  it('scans what is streamed to it, over TCP and over a Unix socket', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clamd-'));
    const other = new FakeClamd();
    await other.listen(join(folder, 'clamd.sock'));
    for (const it of [engine, new ClamdEngine({ path: join(folder, 'clamd.sock') }, PATIENT)]) {
      expect(await it.scan(text())).toEqual({ isClean: true });
      expect(await it.scan(large())).toEqual({ isClean: true });
      expect(await it.scan(inChunks())).toEqual({ isClean: true });
      expect(await it.scan(inChunks('before ', EICAR.slice(0, 30), '', EICAR.slice(30)))).toEqual({
        isClean: false,
        finding: 'Eicar-Signature',
      });
    }
    await other.close();
    rmSync(folder, { recursive: true });
  });

  // operations 10.2
  it.each([
    ['hangs', 'scanner: it is silent'],
    ['silent', 'scanner: it is silent'],
    ['hurries', 'scanner: it called a file clean before its end'],
    ['dies', /^scanner: (it ended the connection without a reply|the connection failed)/],
    ['slams', /^scanner: (it ended the connection without a reply|the connection failed)/],
    ['rambles', 'scanner: it ended the connection without a reply'],
    ['limits', 'scanner: the file is larger than its StreamMaxLength'],
    ['garbles', 'scanner: it sent an unknown reply'],
  ] as const)('that %s calls no file clean', async (mood: ClamdMood, reason) => {
    clamd.mood = mood;
    const waits = reason === 'scanner: it is silent' ? HASTY : PATIENT;
    const address = { host: '127.0.0.1', port: clamd.port };
    const error: unknown = await new ClamdEngine(address, waits).scan(large()).catch((it: unknown) => it);
    expect(error).toMatchObject({ entry: { status: 503 } });
    expect(reasonOf(error)).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
  });

  it('that nobody runs is a 503', async () => {
    const port = await aFreePort();
    for (const address of [{ host: '127.0.0.1', port }, { path: '/nonexistent/clamd.sock' }]) {
      const error: unknown = await new ClamdEngine(address, PATIENT).scan(text()).catch((it: unknown) => it);
      expect(reasonOf(error)).toMatch(/^scanner: the connection failed \((ECONNREFUSED|ENOENT)\)$/);
    }
  });

  it('passes on an error of the file unchanged', async () => {
    const failure = new Error('The file cannot be read.');
    async function* failing(): AsyncGenerator<Buffer> {
      yield* inChunks('begun');
      throw failure;
    }
    await expect(engine.scan(failing())).rejects.toBe(failure);
  });
});

// operations 10.3
describe('the scanner', () => {
  it('is unavailable without an engine', async () => {
    const scanner = new Scanner(null, clock);
    expect(await scanner.fault()).toBe('none is configured');
    await expect(scanner.scan(text())).rejects.toMatchObject({ entry: { status: 503 } });
  });

  it('that knows EICAR finds it in any position, and calls the rest clean', async () => {
    const scanner = new Scanner(new EicarEngine(), clock);
    expect(await scanner.fault()).toBeNull();
    expect(await scanner.scan(text())).toEqual({ isClean: true });
    for (const at of [0, 1, 34, 67])
      expect(await scanner.scan(inChunks('x', EICAR.slice(0, at), EICAR.slice(at), 'y'))).toEqual({
        isClean: false,
        finding: 'Eicar-Test-Signature',
      });
  });

  it.each([
    ['trusts', 'it does not find the test file of EICAR'],
    ['accuses', 'it reports a harmless text'],
    ['silent', 'it is silent'],
  ] as const)('is not believed while it %s', async (mood, fault) => {
    const clamd = new FakeClamd();
    await clamd.listen();
    const waits = { ...PATIENT };
    const scanner = new Scanner(new ClamdEngine({ host: '127.0.0.1', port: clamd.port }, waits), clock);
    expect(await scanner.scan(text())).toEqual({ isClean: true });
    clamd.mood = mood;
    if (mood === 'silent') waits.idleMs = HASTY.idleMs;
    await expect(scanner.scan(text())).rejects.toMatchObject({ entry: { status: 503 } });
    expect(await scanner.fault()).toBe(fault);
    await clamd.close();
  });
});
