import { Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { Clock } from '../time/clock.js';
import { KeyHealth } from './keys/key-health.js';
import type { KeyProvider } from './providers/key-provider.js';
import { KeyProviders } from './providers/key-providers.js';
import { LocalKeyProvider } from './providers/local-key-provider.js';
import { PiiPermissions } from './pii/pii-permissions.service.js';
import { SealedFiles } from './keys/sealed-files.js';
import { SealedTexts } from './keys/sealed-texts.service.js';
import { SealedValues } from './keys/sealed-values.service.js';
import { TenantKeys } from './keys/tenant-keys.js';
import { MetadataTenantKeyStore } from './keys/tenant-keys.store.js';

@Global()
@Module({
  providers: [
    MetadataTenantKeyStore,
    KeyHealth,
    PiiPermissions,
    SealedTexts,
    SealedValues,
    SealedFiles,
    {
      provide: KeyProviders,
      inject: [SETTINGS],
      useFactory: async ({ keyProvider, otherKeyProviders }: Settings): Promise<KeyProviders> =>
        new KeyProviders(await providerOf(keyProvider), await Promise.all(otherKeyProviders.map(providerOf))),
    },
    {
      provide: TenantKeys,
      inject: [MetadataTenantKeyStore, KeyProviders, Clock],
      useFactory: (store: MetadataTenantKeyStore, providers: KeyProviders, clock: Clock) =>
        new TenantKeys(store, providers, clock),
    },
  ],
  exports: [TenantKeys, KeyProviders, KeyHealth, PiiPermissions, SealedTexts, SealedValues, SealedFiles],
})
export class PrivacyModule {}

async function providerOf(settings: Settings['keyProvider']): Promise<KeyProvider> {
  if (settings.kind === 'local') return LocalKeyProvider.open(settings.masterKeyFile, settings.mustBeRandom);
  // The SDK needs 30 MB of memory, so it is only loaded if it is used.
  const { AwsKmsKeyProvider, createKmsClient } = await import('./providers/aws-kms-key-provider.js');
  return new AwsKmsKeyProvider(createKmsClient(), settings.keyId);
}
