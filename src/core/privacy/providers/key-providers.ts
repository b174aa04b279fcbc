import { LoggableError } from '../../shared/platform-error.js';
import type { KeyContext, KeyProvider } from './key-provider.js';

/** The provider that wraps new keys, and others that only unwrap: the previous or the next one. */
export class KeyProviders {
  constructor(
    readonly current: KeyProvider,
    private readonly others: readonly KeyProvider[] = [],
  ) {}

  /** Whether keys of a provider with this id can be unwrapped. */
  canUnwrap(providerId: string): boolean {
    return this.of(providerId).length > 0;
  }

  /** @throws Error if no provider can; a LoggableError if none has that id */
  async unwrap(wrapped: Buffer, providerId: string, context: KeyContext): Promise<Buffer> {
    let refusal: unknown = new LoggableError(
      `The key was wrapped by ${providerId}, but this process uses ${[this.current, ...this.others].map(({ id }) => id).join(', ')}`,
    );
    for (const provider of this.of(providerId)) {
      try {
        return await provider.unwrap(wrapped, context);
      } catch (error) {
        refusal = error;
      }
    }
    throw refusal;
  }

  // Earlier versions stored only the kind of the provider, without its key.
  private of(providerId: string): readonly KeyProvider[] {
    return [this.current, ...this.others].filter(
      ({ id }) => id === providerId || id.startsWith(`${providerId}:`),
    );
  }
}
