import { Global, Module } from '@nestjs/common';
import { AdminServer } from './admin-server.js';
import { Departure } from './departure.js';
import { Metrics } from './metrics.js';

@Global()
@Module({ providers: [Metrics, AdminServer, Departure], exports: [Metrics, Departure] })
export class ObservabilityModule {}
