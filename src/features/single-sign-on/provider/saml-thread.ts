import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { RETRY_AFTER_SECONDS } from '../../../core/database/driver/store-breaker.js';
import { KeyedLimiter, unavailableWithoutSlot } from '../../../core/shared/keyed-limiter.js';

/** A sign-in page's metadata, as XML. */
export interface ReadMetadata {
  readonly kind: 'metadata';
  readonly xml: string;
}

export interface MetadataFacts {
  readonly issuer: string;
  readonly signInUrl: string;
  /** In base64, without line ends. */
  readonly certificates: readonly string[];
}

/** A directory's answer, and what its signature must prove. */
export interface ReadResponse {
  readonly kind: 'response';
  /** In base64, as it was sent. */
  readonly response: string;
  readonly issuer: string;
  readonly certificates: readonly string[];
  readonly audience: string;
  readonly recipient: string;
  readonly requestId: string;
}

/** Instants are text, as sent; null if absent. */
export interface ResponseFacts {
  readonly destination: string | null;
  readonly issuer: string;
  readonly subject: string;
  readonly subjectFormat: string | null;
  /** For each restriction, the accepted names. */
  readonly audiences: readonly (readonly string[])[];
  readonly notBefore: string | null;
  readonly notOnOrAfter: string | null;
  readonly confirmations: readonly SubjectConfirmation[];
  readonly authenticatedAt: string | null;
  readonly contexts: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly values: readonly string[] }[];
}

interface SubjectConfirmation {
  readonly method: string | null;
  readonly recipient: string | null;
  readonly inResponseTo: string | null;
  readonly notBefore: string | null;
  readonly notOnOrAfter: string | null;
}

export type SamlAnswer<F = ResponseFacts | MetadataFacts> =
  { readonly facts: F } | { readonly fault: string };

const MEMORY_MB = 64;
const WORK_MS = 2_000;
// Loading the libraries takes 200 ms on an idle machine; the work itself has its own limit.
const START_MS = 10_000;
// 64 MB each; a response takes about 50 ms.
const AT_ONCE = 2;

// The sources also run without a build.
const FILE = new URL(
  import.meta.url.endsWith('.ts') ? './saml-worker.ts' : './saml-worker.js',
  import.meta.url,
);

/**
 * Reads untrusted XML in its own thread, with limits on memory and time: a document that exceeds them fails its sign-in, and affects neither the process nor other requests.
 */
@Injectable()
export class SamlThread {
  private readonly slots = new KeyedLimiter({ perKey: 1, total: AT_ONCE, waitMs: 5_000 });

  /** @param holder the client whose XML it is; one client has one thread at a time */
  metadata(holder: string, task: ReadMetadata): Promise<SamlAnswer<MetadataFacts>> {
    return this.run(holder, task) as Promise<SamlAnswer<MetadataFacts>>;
  }

  response(holder: string, task: ReadResponse): Promise<SamlAnswer<ResponseFacts>> {
    return this.run(holder, task) as Promise<SamlAnswer<ResponseFacts>>;
  }

  private run(holder: string, task: ReadResponse | ReadMetadata): Promise<SamlAnswer> {
    return this.slots.run(holder, () => answerTo(task)).catch(unavailableWithoutSlot(RETRY_AFTER_SECONDS));
  }
}

function answerTo(task: ReadResponse | ReadMetadata): Promise<SamlAnswer> {
  const worker = new Worker(FILE, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
    // The thread gets neither the environment, which contains secrets, nor the service's standard
    // output.
    env: {},
    stdout: true,
    stderr: true,
  });
  return new Promise<SamlAnswer>((resolve) => {
    const end = (answer: SamlAnswer): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(answer);
    };
    let timer = setTimeout(() => end({ fault: 'too_slow' }), START_MS);
    worker.on('message', (message: SamlAnswer | 'started') => {
      if (message !== 'started') return end(message);
      clearTimeout(timer);
      timer = setTimeout(() => end({ fault: 'too_slow' }), WORK_MS);
    });
    // Memory that runs out is reported here too.
    worker.on('error', () => end({ fault: 'too_large' }));
  });
}
