import { Global, Module } from '@nestjs/common';
import { AdminServer } from './admin-server.js';
import { ShutdownState } from './shutdown-state.js';
import { Metrics } from './metrics.js';
import { TracingEnd } from './tracing/tracing-end.js';

@Global()
@Module({ providers: [Metrics, AdminServer, ShutdownState, TracingEnd], exports: [Metrics, ShutdownState] })
export class ObservabilityModule {}
