import { Injectable } from '@nestjs/common';
import { LoggableError } from '../../shared/platform-error.js';
import { KeyProviders } from '../providers/key-providers.js';
import { MetadataTenantKeyStore } from './tenant-keys.store.js';

/** For the health route: can this process wrap, unwrap, and open stored values? */
@Injectable()
export class KeyHealth {
  constructor(
    private readonly providers: KeyProviders,
    private readonly store: MetadataTenantKeyStore,
  ) {}

  /** @throws Error if the keys cannot be used; a LoggableError if another provider wrapped them */
  async check(): Promise<void> {
    const { current } = this.providers;
    await current.selfCheck();
    const wrappers = await this.store.providerIds();
    // A wrong master key passes its own check: only keys wrapped by the right one reveal it.
    if (wrappers.length > 0 && !wrappers.some((id) => this.providers.canUnwrap(id))) {
      throw new LoggableError(
        `The stored keys were wrapped by ${wrappers.join(', ')}, but this process uses ${current.id}`,
      );
    }
  }
}
