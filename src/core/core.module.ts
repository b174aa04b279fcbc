import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { ApiKeyGuard } from './auth/api-keys/api-key.guard.js';
import { AuthModule } from './auth/auth.module.js';
import { JwtGuard } from './auth/tokens/jwt.guard.js';
import { ErrorFilter } from './server/error.filter.js';
import { EventsModule } from './work/events/events.module.js';
import { BodyInterceptor } from './server/body/body.interceptor.js';
import { ServerModule } from './server/server.module.js';
import { FilesModule } from './files/files.module.js';
import { ScannerModule } from './scanner/scanner.module.js';
import { RouteTable } from './openapi/route-table.js';
import { TextGuard } from './server/text.guard.js';
import { RequestValidationPipe } from './server/validation.pipe.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { MailModule } from './mail/mail.module.js';
import { MetadataModule } from './database/metadata/metadata.module.js';
import { ObservabilityModule } from './observability/observability.module.js';
import { OutboundHttpModule } from './outbound-http/outbound-http.module.js';
import { PrivacyModule } from './privacy/privacy.module.js';
import { IpAllowlistGuard } from './tenancy/ip-allowlist.guard.js';
import { RelaysModule } from './relays/relays.module.js';
import { TenancyModule } from './tenancy/tenancy.module.js';
import { BreakGlassGuard } from './tenancy/break-glass.guard.js';
import { SecondFactorGuard } from './tenancy/second-factor.guard.js';
import { TenantScopeGuard } from './tenancy/tenant-scope.guard.js';
import { PublicDoorGuard } from './rate-limit/public-door.guard.js';
import { RateLimitGuard } from './rate-limit/rate-limit.guard.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { TimeModule } from './time/time.module.js';

/**
 * The stages of every request. docs/architecture.md, "The way of a request", says why guards run in
 * this order.
 */
@Global()
@Module({
  imports: [
    TimeModule,
    MetadataModule,
    ServerModule,
    IdempotencyModule,
    AuthModule,
    TenancyModule,
    RelaysModule,
    PrivacyModule,
    RateLimitModule,
    ObservabilityModule,
    OutboundHttpModule,
    MailModule,
    FilesModule,
    ScannerModule,
    EventsModule,
    DiscoveryModule,
  ],
  providers: [
    RouteTable,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_GUARD, useClass: JwtGuard },
    { provide: APP_GUARD, useClass: IpAllowlistGuard },
    { provide: APP_GUARD, useClass: TextGuard },
    { provide: APP_GUARD, useClass: TenantScopeGuard },
    { provide: APP_GUARD, useClass: BreakGlassGuard },
    { provide: APP_GUARD, useClass: SecondFactorGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: PublicDoorGuard },
    { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
    { provide: APP_PIPE, useClass: RequestValidationPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [RouteTable],
})
export class CoreModule {}
