import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { linesOfTrace, spansOf, type SentSpan, type SentSpans } from './traces/trace-tree.ts';

// npm run trace-listen [-- port]: a collector for one person, which prints the traces that
// processes send to it.

const PORT = Number(process.argv[2] ?? 4318);
/** Processes send their spans every five seconds, so a trace is complete after two intervals. */
const COMPLETE_MS = 10_000;
const CHECK_MS = 1_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const traces = new Map<string, { spans: SentSpan[]; since: number }>();

const server = createServer((request, response) => {
  json(request)
    .then((body) => {
      for (const span of spansOf(body as SentSpans)) {
        const trace = traces.get(span.traceId) ?? { spans: [], since: performance.now() };
        trace.spans.push(span);
        traces.set(span.traceId, trace);
      }
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    })
    .catch(() => response.writeHead(400).end());
});

function printComplete(): void {
  for (const [id, { spans, since }] of traces) {
    if (performance.now() - since < COMPLETE_MS) continue;
    traces.delete(id);
    print(`\ntrace ${id}`);
    for (const line of linesOfTrace(spans)) print(line);
  }
}

process.stdout.on('error', () => process.exit(0));
server.on('error', (error) => {
  process.stderr.write(`${error.message}\nChoose another port: npm run trace-listen -- 4319\n`);
  process.exit(1);
});
await once(server.listen(PORT, '127.0.0.1'), 'listening');
print(`Start the platform with OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:${PORT} npm start`);
setInterval(printComplete, CHECK_MS);
