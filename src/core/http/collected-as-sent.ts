import { pipeline, Transform, type Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Of what has been sent, so much waits to be collected: 25 short collections for a file of 50 MiB.
const WAITING_BYTES = 2 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;

/**
 * The same bytes, their buffers collected as they go by. V8 lets 32 MiB of such buffers lie before it looks for them, because
 * they are not in its heap, and a process grows by that for each file it hands on (ADR 81).
 * @param content destroyed with what is returned, and its error is that of what is returned
 */
export function collectedAsSent(content: Readable): Readable {
  let waiting = 0;
  const through = new Transform({
    transform(piece: Buffer, _encoding, done) {
      waiting += piece.length;
      if (waiting >= WAITING_BYTES) {
        waiting = 0;
        collect({ type: 'minor' });
      }
      done(null, piece);
    },
  });
  // Who takes the file hears of its error.
  return pipeline(content, through, () => undefined);
}
