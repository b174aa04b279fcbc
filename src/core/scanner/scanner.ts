import { reasonOf } from '../shared/platform-error.js';
import type { Clock } from '../time/clock.js';
import { EICAR } from './eicar.js';
import { scannerUnavailable, type ScanEngine, type ScanVerdict } from './scan-engine.js';

// Pages ask whether files are accepted more often than a scanner fails.
const READY_MS = 10_000;
const FAILED_MS = 2_000;

interface Proof {
  readonly fault: string | null;
  readonly at: number;
}

/**
 * The scanner of files, which is believed only after it has proven itself: before each file it has
 * to find the test file of EICAR and to call a harmless text clean (operations section 10).
 */
export class Scanner {
  private proof: Promise<Proof> | null = null;

  /** @param engine null: none is configured */
  constructor(
    private readonly engine: ScanEngine | null,
    private readonly clock: Clock,
  ) {}

  /** @returns null, or the reason why it cannot scan, for the log; a few seconds old */
  async fault(): Promise<string | null> {
    const known = await this.proof;
    if (known && this.isFresh(known)) return known.fault;
    return (await this.prove()).fault;
  }

  /** @throws 503 without a verdict; any error of `content`, unchanged */
  async scan(content: AsyncIterable<Uint8Array>): Promise<ScanVerdict> {
    const { fault } = await this.prove();
    if (fault !== null || this.engine === null) throw scannerUnavailable(fault ?? NONE);
    return this.engine.scan(content);
  }

  private isFresh({ fault, at }: Proof): boolean {
    const age = Math.abs(this.clock.now().getTime() - at);
    return age < (fault === null ? READY_MS : FAILED_MS);
  }

  private prove(): Promise<Proof> {
    const proof = this.faultNow().then((fault) => ({ fault, at: this.clock.now().getTime() }));
    this.proof = proof;
    return proof;
  }

  private async faultNow(): Promise<string | null> {
    if (this.engine === null) return NONE;
    try {
      if ((await this.engine.scan(once(EICAR))).isClean) return 'it does not find the test file of EICAR';
      if (!(await this.engine.scan(once(HARMLESS))).isClean) return 'it reports a harmless text';
      return null;
    } catch (error) {
      return reasonOf(error).replace(/^scanner: /, '');
    }
  }
}

const NONE = 'none is configured';
const HARMLESS = 'A harmless text.\n';

async function* once(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}
