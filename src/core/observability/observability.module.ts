import { Global, Module } from '@nestjs/common';
import { AdminServer } from './admin-server.js';
import { Metrics } from './metrics.js';

@Global()
@Module({ providers: [Metrics, AdminServer], exports: [Metrics] })
export class ObservabilityModule {}
