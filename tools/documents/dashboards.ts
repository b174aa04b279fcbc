/** A panel of a dashboard: a question, and the expressions that answer it. */
export interface Panel {
  readonly title: string;
  readonly help: string;
  readonly unit: 'reqps' | 's' | 'percentunit' | 'bytes' | 'short' | 'ops';
  readonly queries: readonly { readonly expr: string; readonly legend: string }[];
}

export interface Dashboard {
  /** Its file in deploy/grafana, and its id in Grafana. */
  readonly name: 'service' | 'tenants' | 'work' | 'stores';
  readonly title: string;
  readonly panels: readonly Panel[];
}

const one = (expr: string, legend: string): Panel['queries'] => [{ expr, legend }];

// Routes that wait on purpose: for contacts, for tests, or for a campaign's progress.
const ANSWERED = 'route!~".*/take|/internal/v1/waiting-tests|.*/stream"';

const SERVICE: Dashboard = {
  name: 'service',
  title: 'Telephony platform: service',
  panels: [
    {
      title: 'Requests',
      help: 'By class of status.',
      unit: 'reqps',
      queries: ['2', '4', '5'].map((digit) => ({
        expr: `sum(rate(http_request_duration_seconds_count{status=~"${digit}.."}[$__rate_interval]))`,
        legend: `${digit}xx`,
      })),
    },
    {
      title: 'Share of failed requests',
      help: 'RequestsFail fires at 1 %.',
      unit: 'percentunit',
      queries: one(
        'sum(rate(http_request_duration_seconds_count{status=~"5.."}[$__rate_interval])) / sum(rate(http_request_duration_seconds_count[$__rate_interval]))',
        '5xx',
      ),
    },
    {
      title: 'Duration',
      help: 'Half of the requests are faster than the lower line, 99 of 100 than the upper one. Without those that wait on purpose.',
      unit: 's',
      queries: ['0.5', '0.99'].map((quantile) => ({
        expr: `histogram_quantile(${quantile}, sum by (le) (rate(http_request_duration_seconds_bucket{${ANSWERED}}[$__rate_interval])))`,
        legend: `p${Number(quantile) * 100}`,
      })),
    },
    {
      title: 'Slowest routes',
      help: 'The ten with the highest p99.',
      unit: 's',
      queries: one(
        `topk(10, histogram_quantile(0.99, sum by (le, method, route) (rate(http_request_duration_seconds_bucket{${ANSWERED}}[$__rate_interval]))))`,
        '{{method}} {{route}}',
      ),
    },
    {
      title: 'Failing routes',
      help: 'The ten with the most 5xx.',
      unit: 'reqps',
      queries: one(
        'topk(10, sum by (method, route) (rate(http_request_duration_seconds_count{status=~"5.."}[$__rate_interval])))',
        '{{method}} {{route}}',
      ),
    },
    {
      title: 'Memory for bodies',
      help: 'At the limit, bodies are refused with 503.',
      unit: 'bytes',
      queries: one('sum by (instance, state) (request_body_memory_bytes)', '{{instance}} {{state}}'),
    },
    {
      title: 'Refused bodies',
      help: 'Because memory was short, or because they arrived too slowly.',
      unit: 'reqps',
      queries: one('sum by (reason) (rate(request_bodies_refused_total[$__rate_interval]))', '{{reason}}'),
    },
    {
      title: 'Public doors',
      help: 'Ceiling and busy mean that everyone is refused.',
      unit: 'reqps',
      queries: one(
        'sum by (door, result) (rate(public_door_requests_total[$__rate_interval]))',
        '{{door}} {{result}}',
      ),
    },
    {
      title: 'Event loop lag',
      help: 'A process whose core is full lets timers wait.',
      unit: 's',
      queries: one('nodejs_eventloop_lag_p90_seconds', '{{instance}}'),
    },
    {
      title: 'Processor',
      help: 'Cores that each process uses.',
      unit: 'short',
      queries: one('rate(process_cpu_seconds_total[$__rate_interval])', '{{instance}}'),
    },
    {
      title: 'Memory',
      help: 'Of each process, resident.',
      unit: 'bytes',
      queries: one('process_resident_memory_bytes', '{{instance}}'),
    },
  ],
};

const TENANTS: Dashboard = {
  name: 'tenants',
  title: 'Telephony platform: tenants',
  panels: [
    {
      title: 'Requests',
      help: 'The fifteen clients with the most.',
      unit: 'reqps',
      queries: one(
        'topk(15, sum by (client_id, data_env) (rate(tenant_requests_total[$__rate_interval])))',
        '{{client_id}} {{data_env}}',
      ),
    },
    {
      title: 'Time in the stores',
      help: 'How many statements of a client are in progress on average: who keeps the stores busy.',
      unit: 'short',
      queries: one(
        'topk(15, sum by (client_id, data_env) (rate(tenant_database_seconds_total[$__rate_interval])))',
        '{{client_id}} {{data_env}}',
      ),
    },
    {
      title: 'Time in the stores of a request',
      help: 'The mean, of the fifteen clients with the slowest statements.',
      unit: 's',
      queries: one(
        'topk(15, sum by (client_id, data_env) (rate(tenant_database_seconds_total[$__rate_interval])) / sum by (client_id, data_env) (rate(tenant_requests_total[$__rate_interval]) > 0))',
        '{{client_id}} {{data_env}}',
      ),
    },
    {
      title: 'Failed requests',
      help: '5xx of each client.',
      unit: 'reqps',
      queries: one(
        'topk(15, sum by (client_id, data_env) (rate(tenant_requests_total{class="5xx"}[$__rate_interval])))',
        '{{client_id}} {{data_env}}',
      ),
    },
    {
      title: 'Refused requests',
      help: '4xx of each client: a program of theirs is wrong, or at its limit.',
      unit: 'reqps',
      queries: one(
        'topk(15, sum by (client_id, data_env) (rate(tenant_requests_total{class="4xx"}[$__rate_interval])))',
        '{{client_id}} {{data_env}}',
      ),
    },
  ],
};

const WORK: Dashboard = {
  name: 'work',
  title: 'Telephony platform: work',
  panels: [
    {
      title: 'Age of the oldest due work',
      help: 'WorkWaits fires at five minutes.',
      unit: 's',
      queries: one('max by (store, kind) (work_oldest_due_seconds)', '{{store}} {{kind}}'),
    },
    {
      title: 'Work that is due',
      help: 'Every worker counts the same queue.',
      unit: 'short',
      queries: one('max by (store, kind) (work_items{state="due"})', '{{store}} {{kind}}'),
    },
    {
      title: 'Work that was given up',
      help: 'It rests until an operator decides: work-dead-letters.',
      unit: 'short',
      queries: one('max by (store, kind) (work_items{state="dead"})', '{{store}} {{kind}}'),
    },
    {
      title: 'Done and failed',
      help: 'Attempts of each kind.',
      unit: 'ops',
      queries: one(
        'sum by (kind, outcome) (rate(work_items_total[$__rate_interval]))',
        '{{kind}} {{outcome}}',
      ),
    },
    {
      title: 'Wait until begun',
      help: '99 of 100 pieces of work wait for less.',
      unit: 's',
      queries: one(
        'histogram_quantile(0.99, sum by (le, kind) (rate(work_wait_seconds_bucket[$__rate_interval])))',
        '{{kind}}',
      ),
    },
    {
      title: 'Mails',
      help: 'MailServerRefuses fires when none is accepted.',
      unit: 'ops',
      queries: one('sum by (outcome) (rate(mails_total[$__rate_interval]))', '{{outcome}}'),
    },
  ],
};

const STORES: Dashboard = {
  name: 'stores',
  title: 'Telephony platform: stores',
  panels: [
    {
      title: 'Breakers',
      help: '1 while a store is not asked because it did not answer.',
      unit: 'short',
      queries: [
        { expr: 'max by (store) (tenant_store_breaker_open)', legend: '{{store}}' },
        { expr: 'max(metadata_store_breaker_open)', legend: 'metadata store' },
      ],
    },
    {
      title: 'Leased connections',
      help: 'Of all processes together.',
      unit: 'short',
      queries: [
        { expr: 'sum by (store) (tenant_store_connections{state="leased"})', legend: '{{store}}' },
        { expr: 'sum(metadata_store_connections{state="leased"})', legend: 'metadata store' },
      ],
    },
    {
      title: 'Waiting for a connection',
      help: 'Above 0 for long: raise STORE_POOL_MAX, or look for what holds connections.',
      unit: 'short',
      queries: [
        { expr: 'sum by (store) (tenant_store_connections{state="waiting"})', legend: '{{store}}' },
        { expr: 'sum(metadata_store_connections{state="waiting"})', legend: 'metadata store' },
      ],
    },
    {
      title: 'Open connections',
      help: 'Keep the sum below max_connections of each server.',
      unit: 'short',
      queries: [
        { expr: 'sum by (store) (tenant_store_connections{state=~"leased|idle"})', legend: '{{store}}' },
        { expr: 'sum(metadata_store_connections{state=~"leased|idle"})', legend: 'metadata store' },
      ],
    },
  ],
};

export const DASHBOARDS: readonly Dashboard[] = [SERVICE, TENANTS, WORK, STORES];
