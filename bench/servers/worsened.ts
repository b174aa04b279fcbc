import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Module, Scope } from '@nestjs/common';
import type { Provider } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { AppModule, REGISTRY } from '#app/app.module.js';
import { loadSettings } from '#app/config/settings.js';
import { applicationOptions, configureApp, PlatformAdapter } from '#app/configure-app.js';
import { PortalIdentities } from '#app/core/auth/portal-identities.js';
import type { TokenClaims } from '#app/core/auth/verified-tokens.js';
import { ClientEntity } from '#app/core/auth/client.entity.js';
import { PortalUserClientAssignmentEntity } from '#app/core/auth/portal-user.entity.js';
import { TenantConnections } from '#app/core/database/metadata/tenant-connections.js';
import { ProjectEntity } from '#app/features/projects/projects.entities.js';
import { createLog } from '#app/core/observability/logging.js';
import { exitWithParent } from '#app/process.js';
import { CALL_MISTAKES } from '../harness/mistakes/call-mistakes.ts';
import { ATTACHMENT_MISTAKES } from '../harness/mistakes/attachment-mistakes.ts';
import { BILLING_MISTAKES } from '../harness/mistakes/billing-mistakes.ts';
import { CAMPAIGN_MISTAKES } from '../harness/mistakes/campaign-mistakes.ts';
import { CALLER_REQUEST_MISTAKES } from '../harness/mistakes/caller-request-mistakes.ts';
import { CAPACITY_MISTAKES } from '../harness/mistakes/capacity-mistakes.ts';
import { DISPATCH_MISTAKES } from '../harness/mistakes/dispatch-mistakes.ts';
import { IMPORT_MISTAKES } from '../harness/mistakes/import-mistakes.ts';
import { EXPORT_MISTAKES } from '../harness/mistakes/export-mistakes.ts';
import { KNOWLEDGE_MISTAKES } from '../harness/mistakes/knowledge-mistakes.ts';
import { SUPPORT_MISTAKES } from '../harness/mistakes/support-mistakes.ts';
import { PARTNER_MISTAKES } from '../harness/mistakes/partner-mistakes.ts';
import { VALIDATION_MISTAKES } from '../harness/mistakes/validation-mistakes.ts';
import { WORKSPACE_MISTAKES } from '../harness/mistakes/workspace-mistakes.ts';

// main.ts with one deliberate mistake. A row that stays green with its mistake proves nothing.

/** A guard that does nothing, but is created for every request with all its dependencies. */
class RequestScopedGuard {
  canActivate(): boolean {
    return true;
  }
}

const MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  ...CALL_MISTAKES,
  ...EXPORT_MISTAKES,
  ...CALLER_REQUEST_MISTAKES,
  ...VALIDATION_MISTAKES,
  ...CAPACITY_MISTAKES,
  ...PARTNER_MISTAKES,
  ...CAMPAIGN_MISTAKES,
  ...IMPORT_MISTAKES,
  ...DISPATCH_MISTAKES,
  ...WORKSPACE_MISTAKES,
  ...BILLING_MISTAKES,
  ...ATTACHMENT_MISTAKES,
  ...SUPPORT_MISTAKES,
  ...KNOWLEDGE_MISTAKES,

  'request-scoped-provider': () => undefined,

  'find-one-by': (app) => {
    const connections = app.get(TenantConnections);
    const identities = app.get(PortalIdentities);
    identities.resolve = async ({ subject, dataEnv, proof }: TokenClaims) => {
      // The client's name follows from the name of the benchmark's person.
      const tenant = { clientId: subject.replace('subject', 'client'), dataEnv };
      const find = <E extends ObjectLiteral>(entity: EntityTarget<E>, where: FindOptionsWhere<E>) =>
        connections.operate(tenant, (manager) => manager.findOneBy(entity, where));
      const client = await find(ClientEntity, { clientId: tenant.clientId });
      const assignment = await find(PortalUserClientAssignmentEntity, { clientId: tenant.clientId, dataEnv });
      const userId = assignment?.userId ?? '';
      await find(ProjectEntity, { clientId: tenant.clientId, dataEnv });
      const assignments =
        assignment && client
          ? [{ ...assignment, role: assignment.role, organisationId: 'organisation-1', allowlist: [] }]
          : [];
      return { kind: 'bearer', userId, dataEnv, proof, assignments, shutOut: [] };
    };
  },
};

const mistake = process.argv[2] ?? '';
const providers: Provider[] =
  mistake === 'request-scoped-provider'
    ? [{ provide: APP_GUARD, useClass: RequestScopedGuard, scope: Scope.REQUEST }]
    : [];

const settings = loadSettings(REGISTRY.settings.service);
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
exitWithParent({ type: 'listening', port: (app.getHttpServer().address() as AddressInfo).port });
