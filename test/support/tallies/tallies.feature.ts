import { Module } from '@nestjs/common';
import { defineFeature } from '../../../src/core/registry/feature.js';
import { TALLY_ACTIONS } from './tallies.audit.js';
import { TalliesController } from './tallies.controller.js';
import { TalliesService } from './tallies.service.js';
import { TallyEntity } from './tally.entity.js';

@Module({ controllers: [TalliesController], providers: [TalliesService] })
class TalliesModule {}

/** A feature with units of work in tenant stores, for tests of the mechanisms behind them. */
export const tallies = defineFeature({
  folder: 'test/support/tallies',
  module: TalliesModule,
  actions: TALLY_ACTIONS,
  entities: { tenant: [TallyEntity] },
});
