import { describe, expect, it } from 'vitest';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { collectedAsSent } from './collected-as-sent.js';

const MIB = 1024 * 1024;
const PIECE = 64 * 1024;

/** A file whose pieces come in buffers of their own, as from a socket. */
function* file(bytes: number): Generator<Buffer> {
  for (let sent = 0; sent < bytes; sent += PIECE) yield Buffer.allocUnsafeSlow(PIECE).fill(1);
}

describe('a file that is collected as it is sent', () => {
  // billing 8.5
  it('is the same bytes', async () => {
    expect(await text(collectedAsSent(Readable.from(['one, ', 'two'].map((it) => Buffer.from(it)))))).toBe(
      'one, two',
    );
  });

  it('leaves no more of its buffers than a few MiB', async () => {
    const before = process.memoryUsage().arrayBuffers;
    let [most, bytes] = [0, 0];
    for await (const piece of collectedAsSent(Readable.from(file(64 * MIB))) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(bytes).toBe(64 * MIB);
    // Without collections up to 32 MiB lie there.
    expect(most).toBeLessThan(16 * MIB);
  });

  it('ends with the error of what it is made of, and ends that when it is ended', async () => {
    const broken = new Readable({ read: () => undefined });
    const file = collectedAsSent(broken);
    broken.destroy(new Error('broken off'));
    await expect(text(file)).rejects.toThrow('broken off');

    const whole = new Readable({ read: () => undefined });
    const closed = new Promise((resolve) => whole.once('close', resolve));
    collectedAsSent(whole).destroy();
    await closed;
    expect(whole.destroyed).toBe(true);
  });
});
