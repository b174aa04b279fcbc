import { DynamicModule, Module } from '@nestjs/common';
import { SettingsModule } from './config/settings.module.js';
import type { Settings } from './config/settings.js';
import { CORE_PARTS } from './core/core.parts.js';
import { CoreModule } from './core/core.module.js';
import type { Feature } from './core/registry/feature.js';
import { Registry } from './core/registry/registry.js';
import { RegistryModule } from './core/registry/registry.module.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { DIAGNOSIS } from './operations/diagnosis/diagnosis.part.js';
import { MOVES } from './operations/moves/moves.part.js';
import { RESTORES } from './operations/restores/restores.part.js';

/** The list of features. The folder of each feature defines what it contributes. */
const LISTED = await Promise.all([
  import('./features/health/health.feature.js'),
  import('./features/call-records/call-records.feature.js'),
  import('./features/calls/calls.feature.js'),
  import('./features/follow-up/follow-up.feature.js'),
  import('./features/partner/partner.feature.js'),
  import('./features/partner-clients/partner-clients.feature.js'),
  import('./features/people/people.feature.js'),
  import('./features/email-routing/email-routing.feature.js'),
  import('./features/ip-allowlist/ip-allowlist.feature.js'),
  import('./features/directory/directory.feature.js'),
  import('./features/privacy/privacy.feature.js'),
  import('./features/data-keys/data-keys.feature.js'),
  import('./features/tenant-moves/tenant-moves.feature.js'),
  import('./features/projects/projects.feature.js'),
  import('./features/configuration/configuration.feature.js'),
  import('./features/releases/releases.feature.js'),
  import('./features/knowledge/knowledge.feature.js'),
  import('./features/version-performance/version-performance.feature.js'),
  import('./features/assistant-tests/assistant-tests.feature.js'),
  import('./features/runtime/runtime.feature.js'),
  import('./features/caller-requests/caller-requests.feature.js'),
  import('./features/catalogs/catalogs.feature.js'),
  import('./features/messages/messages.feature.js'),
  import('./features/billing/billing.feature.js'),
  import('./features/campaigns/campaigns.feature.js'),
  import('./features/dispatch/dispatch.feature.js'),
  import('./features/capacity/capacity.feature.js'),
  import('./features/live-capacity/live-capacity.feature.js'),
  import('./features/dialling/dialling.feature.js'),
  import('./features/unlocks/unlocks.feature.js'),
  import('./features/support/support.feature.js'),
  import('./features/webhooks/webhooks.feature.js'),
  import('./features/audit-decisions/audit-decisions.feature.js'),
  import('./features/business-hours/business-hours.feature.js'),
  import('./features/alerts/alerts.feature.js'),
  import('./features/home/home.feature.js'),
  import('./features/search/search.feature.js'),
  import('./features/saved-views/saved-views.feature.js'),
  import('./features/figures/figures.feature.js'),
  import('./features/account-exports/account-exports.feature.js'),
  import('./features/report-schedules/report-schedules.feature.js'),
  import('./features/demo/demo.feature.js'),
  import('./features/direct-input/direct-input.feature.js'),
  import('./features/break-glass/break-glass.feature.js'),
  import('./features/portal/portal.feature.js'),
  import('./features/single-sign-on/single-sign-on.feature.js'),
  import('./features/second-factors/second-factors.feature.js'),
]);
export const FEATURES: readonly Feature[] = LISTED.map(({ feature }) => feature);

/**
 * The parts of core and of these features; `migrate`, the tools and every test take them from here.
 */
const registryOf = (features: readonly Feature[]): Registry =>
  new Registry([
    ...CORE_PARTS,
    { folder: 'migrations', migrations: MIGRATIONS },
    DIAGNOSIS,
    RESTORES,
    MOVES,
    ...features,
  ]);
export const REGISTRY = registryOf(FEATURES);

/** The service: what every request passes through, and the features. */
@Module({})
export class AppModule {
  /** @param features the list's, unless a test passes others */
  static with(settings: Settings, features: readonly Feature[] = FEATURES): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.with(settings),
        RegistryModule.with(features === FEATURES ? REGISTRY : registryOf(features)),
        CoreModule,
        ...features.map(({ module }) => module),
      ],
    };
  }
}
