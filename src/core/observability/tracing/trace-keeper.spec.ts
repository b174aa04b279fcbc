import { context, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  createAlwaysRecordSampler,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import { describe, expect, it } from 'vitest';
import { TraceKeeper } from './trace-keeper.js';

/** Runs a request with one statement, and says which spans were exported, the first one last. */
async function exportedOf(sampler: Sampler, failing: 'request' | 'statement' | 'none'): Promise<string[]> {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({
    sampler: createAlwaysRecordSampler(sampler),
    spanProcessors: [new TraceKeeper(new SimpleSpanProcessor({ exporter }))],
  });
  const tracer = provider.getTracer('test');
  const request = tracer.startSpan('request', {
    attributes: { 'url.query': '0491570006', client_id: 'acme' },
  });
  const statement = tracer.startSpan('statement', {}, trace.setSpan(context.active(), request));
  const end = (span: Span, isFailed: boolean): void => {
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR, message: 'of 0491570006' });
    span.recordException(new Error('of 0491570006'));
    span.end();
  };
  end(statement, failing === 'statement');
  end(request, failing === 'request');
  await provider.forceFlush();
  const spans = exporter.getFinishedSpans();
  for (const span of spans) {
    expect(span.events).toEqual([]);
    expect(span.status.message).toBeUndefined();
    expect(Object.keys(span.attributes)).toEqual(span.name === 'request' ? ['client_id'] : []);
  }
  return spans.map(({ name }) => name);
}

// operations 8.4
describe('the export of traces', () => {
  it('is of every sampled trace', async () => {
    expect(await exportedOf(new AlwaysOnSampler(), 'none')).toEqual(['statement', 'request']);
  });

  it('is of a trace that was not sampled where its request failed, and of no other', async () => {
    expect(await exportedOf(new AlwaysOffSampler(), 'request')).toEqual(['statement', 'request']);
    expect(await exportedOf(new AlwaysOffSampler(), 'statement')).toEqual([]);
    expect(await exportedOf(new AlwaysOffSampler(), 'none')).toEqual([]);
  });
});
