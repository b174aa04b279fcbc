import { EICAR } from './eicar.js';
import type { ScanEngine, ScanVerdict } from './scan-engine.js';

const SIGNATURE = Buffer.from(EICAR);

/** For development: detects only the EICAR test file. */
export class EicarEngine implements ScanEngine {
  async scan(content: AsyncIterable<Uint8Array>): Promise<ScanVerdict> {
    // The signature may begin in one chunk and end in another.
    let tail = Buffer.alloc(0);
    let isFound = false;
    for await (const chunk of content) {
      const joined = Buffer.concat([tail, chunk]);
      isFound ||= joined.includes(SIGNATURE);
      tail = joined.subarray(Math.max(0, joined.length - SIGNATURE.length + 1));
    }
    return isFound ? { isClean: false, finding: 'Eicar-Test-Signature' } : { isClean: true };
  }
}
