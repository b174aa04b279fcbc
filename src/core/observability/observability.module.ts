import { Global, Module } from '@nestjs/common';
import { AdminServer } from './admin-server.js';
import { ShutdownState } from './shutdown-state.js';
import { Metrics } from './metrics.js';

@Global()
@Module({ providers: [Metrics, AdminServer, ShutdownState], exports: [Metrics, ShutdownState] })
export class ObservabilityModule {}
