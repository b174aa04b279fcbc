import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { ApiKeyAuthenticator } from './api-keys/api-key-authenticator.js';
import { ApiKeyUsage } from './api-keys/api-key-usage.js';
import { ApiKeyStrategy } from './api-keys/api-key.strategy.js';
import { OwnKeys } from './own-tokens/own-keys.js';
import { OwnTokens } from './own-tokens/own-tokens.js';
import { JwtStrategy } from './tokens/jwt.strategy.js';
import { PepperCheck } from './api-keys/pepper-check.js';
import { PersonUsage } from './person-usage.js';
import { PortalIdentities } from './portal-identities.js';
import { SigningKeys } from './tokens/signing-keys.js';
import { VerifiedTokens } from './verified-tokens.js';

@Global()
@Module({
  imports: [PassportModule],
  providers: [
    ApiKeyUsage,
    PersonUsage,
    PepperCheck,
    ApiKeyAuthenticator,
    ApiKeyStrategy,
    SigningKeys,
    OwnKeys,
    OwnTokens,
    VerifiedTokens,
    JwtStrategy,
    PortalIdentities,
  ],
  exports: [
    PassportModule,
    PepperCheck,
    ApiKeyStrategy,
    JwtStrategy,
    OwnKeys,
    OwnTokens,
    PersonUsage,
    PortalIdentities,
  ],
})
export class AuthModule {}
