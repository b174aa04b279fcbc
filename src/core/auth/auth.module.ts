import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { ApiKeyAuthenticator } from './api-key-authenticator.js';
import { ApiKeyUsage } from './api-key-usage.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { JwtStrategy } from './jwt.strategy.js';
import { PepperCheck } from './pepper-check.js';
import { PersonUsage } from './person-usage.js';
import { PortalIdentities } from './portal-identities.js';
import { SigningKeys } from './signing-keys.js';
import { VerifiedTokens } from './verified-tokens.js';

/** Credentials in, callers out. */
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
    VerifiedTokens,
    JwtStrategy,
    PortalIdentities,
  ],
  exports: [PassportModule, PepperCheck, ApiKeyStrategy, JwtStrategy, PersonUsage, PortalIdentities],
})
export class AuthModule {}
