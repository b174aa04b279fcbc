import { Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { Clock } from '../time/clock.js';
import { KeyHealth } from './keys/key-health.js';
import { KEY_PROVIDER, type KeyProvider } from './keys/key-provider.js';
import { LocalKeyProvider } from './keys/local-key-provider.js';
import { PiiPermissions } from './pii/pii-permissions.service.js';
import { SealedFiles } from './keys/sealed-files.js';
import { SealedValues } from './keys/sealed-values.service.js';
import { TenantKeys } from './keys/tenant-keys.js';
import { MetadataTenantKeyStore } from './keys/tenant-keys.store.js';

@Global()
@Module({
  providers: [
    MetadataTenantKeyStore,
    KeyHealth,
    PiiPermissions,
    SealedValues,
    SealedFiles,
    {
      provide: KEY_PROVIDER,
      inject: [SETTINGS],
      useFactory: async ({ keyProvider }: Settings): Promise<KeyProvider> => {
        if (keyProvider.kind === 'local')
          return LocalKeyProvider.open(keyProvider.masterKeyFile, keyProvider.mustBeRandom);
        // The SDK needs 30 MB of memory, so it is only loaded if it is used.
        const { AwsKmsKeyProvider, createKmsClient } = await import('./keys/aws-kms-key-provider.js');
        return new AwsKmsKeyProvider(createKmsClient(), keyProvider.keyId);
      },
    },
    {
      provide: TenantKeys,
      inject: [MetadataTenantKeyStore, KEY_PROVIDER, Clock],
      useFactory: (store: MetadataTenantKeyStore, provider: KeyProvider, clock: Clock) =>
        new TenantKeys(store, provider, clock),
    },
  ],
  exports: [TenantKeys, KeyHealth, PiiPermissions, SealedValues, SealedFiles],
})
export class PrivacyModule {}
