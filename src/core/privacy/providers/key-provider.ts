import { randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The owner of a wrapped key: a copy for another tenant or purpose cannot be unwrapped. An AWS
 * audit trail shows these names.
 */
export interface KeyContext {
  readonly client_id: string;
  readonly data_env: string;
  readonly purpose: string;
}

/** Wraps data keys under a master key that their store never sees. */
export interface KeyProvider {
  /** Stored with each wrapped key; only a provider with the same id may unwrap it. */
  readonly id: string;
  wrap(plaintext: Buffer, context: KeyContext): Promise<Buffer>;
  /** @returns a buffer that the caller owns and overwrites after use */
  unwrap(wrapped: Buffer, context: KeyContext): Promise<Buffer>;
  /** Resolves if a probe can be wrapped and unwrapped; for boot and the health route. */
  selfCheck(): Promise<void>;
}

const PROBE: KeyContext = { client_id: 'self-check', data_env: 'self-check', purpose: 'self-check' };

/**
 * Checks a provider by wrapping and unwrapping a probe.
 * @throws the provider's error, or one of ours if a different probe is returned
 */
export async function checkRoundTrip(provider: KeyProvider): Promise<void> {
  const probe = randomBytes(32);
  const returned = await provider.unwrap(await provider.wrap(probe, PROBE), PROBE);
  if (returned.length !== probe.length || !timingSafeEqual(returned, probe)) {
    throw new Error(`Key provider ${provider.id} did not return the probe it had wrapped`);
  }
}
