import { arrayBuffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type { ParseMessage, ParseOrder } from './parse-process.js';

// A process for one content, without a build too: it imports packages and types only. A thread may
// end its whole process when it runs out of memory.

const MIB = 1024 * 1024;
const MEMORY_MB = 128;
// A file that unpacks to gigabytes needs seconds to do so.
const WATCH_MS = 50;

const FILE = new URL(
  import.meta.url.endsWith('.ts') ? './parse-worker.ts' : './parse-worker.js',
  import.meta.url,
);

function parse(content: ArrayBuffer): void {
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(FILE, {
    workerData: {
      content: new Uint8Array(content),
      charset: process.argv[2] ?? null,
      taken,
    } satisfies ParseOrder,
    transferList: [content],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
    stdout: true,
    stderr: true,
  });
  const tell = (message: ParseMessage, then = (): void => undefined): void =>
    void process.send!(message, then);
  setInterval(() => {
    // V8's limits do not count buffers, into which files are unpacked.
    worker.getHeapStatistics().then(
      ({ external_memory: outside }) =>
        outside > MEMORY_MB * MIB && tell({ kind: 'fault', code: 'too_large' }),
      () => undefined,
    );
  }, WATCH_MS);
  worker.on('message', (message: ParseMessage) => {
    tell(message, () => {
      Atomics.add(taken, 0, 1);
      Atomics.notify(taken, 0);
    });
  });
  // Memory that runs out is reported here too.
  worker.on('error', () => tell({ kind: 'fault', code: 'too_large' }));
}

// The process that waits for the answer is gone.
process.once('disconnect', () => process.exit());
parse(await arrayBuffer(process.stdin));
