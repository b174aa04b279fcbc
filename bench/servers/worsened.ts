import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Module, Scope } from '@nestjs/common';
import type { Provider } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { AppModule } from '#app/app.module.js';
import { loadSettings } from '#app/config/settings.js';
import { applicationOptions, configureApp, PlatformAdapter } from '#app/configure-app.js';
import type { AuthContext } from '#app/core/auth/auth-context.js';
import { PortalIdentities } from '#app/core/auth/portal-identities.js';
import type { TokenClaims } from '#app/core/auth/verified-tokens.js';
import { ClientEntity } from '#app/core/metadata/entities/client.entity.js';
import {
  PortalUserClientAssignmentEntity,
  PortalUserEntity,
} from '#app/core/metadata/entities/portal-user.entity.js';
import { createLog } from '#app/core/observability/logging.js';
import { IngestService } from '#app/features/calls/ingest/ingest.service.js';
import { followSupervisor } from '#app/process.js';

// main.ts with one deliberate mistake. A row of the benchmarks that does not turn red on its mistake proves
// nothing when it is green.

/** A guard that does nothing but exist anew for every request, and everything it belongs to with it. */
class RequestScopedGuard {
  canActivate(): boolean {
    return true;
  }
}

const MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  'request-scoped-provider': () => undefined,

  'find-one-by': (app) => {
    const manager = app.get(DataSource).manager;
    const identities = app.get(PortalIdentities);
    identities.resolve = async ({ subject, dataEnv }: TokenClaims) => {
      const user = await manager.findOneBy(PortalUserEntity, { subject, active: true });
      const userId = user?.userId ?? '';
      const own = { userId, dataEnv, active: true };
      const assignment = await manager.findOneBy(PortalUserClientAssignmentEntity, own);
      const client = await manager.findOneBy(ClientEntity, { clientId: assignment?.clientId ?? '' });
      const assignments =
        assignment && client
          ? [{ ...assignment, role: assignment.role, organisationId: 'organisation-1', allowlist: [] }]
          : [];
      return { kind: 'bearer', userId, dataEnv, assignments };
    };
  },

  'row-by-row': (app) => {
    const service = app.get(IngestService);
    const whole = service.ingest.bind(service);
    service.ingest = async (auth: AuthContext, records: readonly unknown[]) => {
      const sum = { accepted: 0, updated: 0, unchanged: 0, rejected: 0, errors: [] };
      for (const record of records) {
        const one = await whole(auth, [record]);
        sum.accepted += one.accepted;
      }
      return sum;
    };
  },
};

const mistake = process.argv[2] ?? '';
const providers: Provider[] =
  mistake === 'request-scoped-provider'
    ? [{ provide: APP_GUARD, useClass: RequestScopedGuard, scope: Scope.REQUEST }]
    : [];

const settings = loadSettings();
class WorsenedModule {}
Module({ imports: [AppModule.with(settings)], providers })(WorsenedModule);

const log = createLog(settings.log.level);
const app = await NestFactory.create<NestExpressApplication>(
  WorsenedModule,
  new PlatformAdapter(),
  applicationOptions(log),
);
configureApp(app, log);
MISTAKES[mistake]?.(app);
await app.listen(settings.http.port, settings.http.host);
followSupervisor({ type: 'listening', port: (app.getHttpServer().address() as AddressInfo).port });
