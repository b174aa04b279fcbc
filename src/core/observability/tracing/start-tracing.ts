import type { Settings } from '../../../config/settings.js';
import { installTracing } from '../../shared/tracing/tracing.js';

/**
 * Records traces from now on, if OTEL_EXPORTER_OTLP_ENDPOINT says where to. Without it, none of the
 * libraries is loaded.
 * @param process the kind of process
 */
export async function startTracing(
  settings: Pick<Settings, 'tracing' | 'version'>,
  process: string,
): Promise<void> {
  if (settings.tracing.endpoint === null) return;
  const { OpenTelemetryTracing } = await import('./open-telemetry.js');
  installTracing(new OpenTelemetryTracing(settings, process));
}
