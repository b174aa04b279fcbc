import { Global, Module } from '@nestjs/common';
import { SETTINGS } from '../../config/settings.js';
import type { Settings } from '../../config/settings.js';
import { Clock } from '../time/clock.js';
import { AwsKmsKeyProvider, createKmsClient } from './aws-kms-key-provider.js';
import { KeyHealth } from './key-health.js';
import { KEY_PROVIDER } from './key-provider.js';
import type { KeyProvider } from './key-provider.js';
import { LocalKeyProvider } from './local-key-provider.js';
import { TenantKeys } from './tenant-keys.js';
import { MetadataTenantKeyStore } from './tenant-keys.store.js';

/** Tenants' keys and who wraps them. */
@Global()
@Module({
  providers: [
    MetadataTenantKeyStore,
    KeyHealth,
    {
      provide: KEY_PROVIDER,
      inject: [SETTINGS],
      useFactory: ({ keyProvider }: Settings): Promise<KeyProvider> | KeyProvider =>
        keyProvider.kind === 'local'
          ? LocalKeyProvider.open(keyProvider.masterKeyFile)
          : new AwsKmsKeyProvider(createKmsClient(), keyProvider.keyId),
    },
    {
      provide: TenantKeys,
      inject: [MetadataTenantKeyStore, KEY_PROVIDER, Clock],
      useFactory: (store: MetadataTenantKeyStore, provider: KeyProvider, clock: Clock) =>
        new TenantKeys(store, provider, clock),
    },
  ],
  exports: [TenantKeys, KeyHealth],
})
export class PrivacyModule {}
