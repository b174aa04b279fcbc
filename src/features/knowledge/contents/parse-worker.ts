import { parentPort, workerData } from 'node:worker_threads';
import { readContent } from './parse-content.ts';
import type { ParseMessage, ParseOrder } from './parse-process.js';

const order = workerData as ParseOrder;
let sent = 0;

function post(message: ParseMessage): void {
  const taken = Atomics.load(order.taken, 0);
  if (taken < sent) Atomics.wait(order.taken, 0, taken);
  sent += 1;
  parentPort!.postMessage(message);
}

post({ kind: 'started' });
const read = await readContent(order, (blocks) => {
  const bytes = blocks.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  post({ kind: 'blocks', blocks, bytes });
});
post(typeof read === 'string' ? { kind: 'fault', code: read } : { kind: 'end', ...read });
