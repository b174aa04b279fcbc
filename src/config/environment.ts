import { str } from 'envalid';
import { KEY_ENVIRONMENT, SECRET_ENVIRONMENT } from './key-environment.js';
import { httpUrl, nameServers, ports, postgresUrl, share, siteUrl, storeUrls, whole } from './validators.js';

/** The names that OpenTelemetry gives them. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/**
 * Settings of core for the HTTP and worker processes; each feature adds its own table. A test
 * compares all of them with `.env.example`.
 */
export const SERVER_ENVIRONMENT = {
  PORT: whole(
    0,
    65535,
  )({ default: 3000, desc: 'Port of the public API; 0 picks a free one.', example: '3000' }),
  INTERNAL_PORT: whole(
    0,
    65535,
  )({
    default: 0,
    desc:
      'Separate port for the /internal routes, which are then served only on it; 0 serves them on the ' +
      'public port.',
    example: '3001',
  }),
  HOST: str({ default: '0.0.0.0', desc: 'Address on which the public API listens.', example: '0.0.0.0' }),
  ADMIN_PORT: whole(
    0,
    65535,
  )({
    default: 0,
    desc: 'Port of the Prometheus metrics, bound to loopback unless ADMIN_HOST says otherwise; 0 turns them off.',
    example: '9464',
  }),
  ADMIN_HOST: str({
    default: '127.0.0.1',
    desc: 'Address on which the metrics listen.',
    example: '127.0.0.1',
  }),
  LOG_LEVEL: str({
    choices: LOG_LEVELS,
    default: 'info',
    desc: `Least severe level that is logged: ${LOG_LEVELS.join(', ')}.`,
    example: 'info',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl({
    default: undefined,
    desc: 'Collector that receives traces by OTLP over HTTP. Without it, nothing is traced and no tracing library is loaded.',
    example: 'http://collector:4318',
  }),
  OTEL_SERVICE_NAME: str({
    default: 'telephony-platform',
    desc: 'Name of the service in traces.',
    example: 'telephony-platform',
  }),
  OTEL_TRACES_SAMPLER: str({
    choices: SAMPLERS,
    default: 'parentbased_always_on',
    desc: `Which traces are exported; those of a failed request or failed work always are. One of ${SAMPLERS.join(', ')}.`,
    example: 'parentbased_traceidratio',
  }),
  OTEL_TRACES_SAMPLER_ARG: share({
    default: 1,
    desc: 'For a sampler by ratio: the share of traces, from 0 to 1.',
    example: '0.05',
  }),
  TRACE_PARENTS: str({
    choices: ['internal', 'all'] as const,
    default: 'internal' as const,
    desc:
      'internal: a trace continues the traceparent of voice runtimes on /internal, and links those of other callers; ' +
      'all: it continues every one, if your edge replaces the header of callers with its own.',
    example: 'all',
  }),
  TRUSTED_PROXIES: whole(
    0,
    10,
  )({
    default: 0,
    desc:
      'How many proxies are in front of the API; their X-Forwarded-For headers give the address that an IP ' +
      'allowlist checks.',
    example: '1',
  }),
  API_DOCS: str({
    choices: ['open', 'closed'] as const,
    default: 'open' as const,
    desc: 'Whether Swagger UI (/docs) and the document (/openapi.json) are served; otherwise both are 404.',
    example: 'open',
  }),
  SHUTDOWN_DELAY_SECONDS: whole(
    0,
    60,
  )({
    default: 0,
    desc:
      'On SIGTERM: how long health answers 503 while connections are still accepted, so that load ' +
      'balancers notice first.',
    example: '5',
  }),
  DRAIN_SECONDS: whole(
    1,
    300,
  )({
    default: 20,
    desc: 'On SIGTERM: how long requests in flight may take to finish before the process exits anyway.',
    example: '20',
  }),
  MAX_CONNECTIONS: whole(
    10,
    100_000,
  )({
    // Each may use 128 KiB for headers or an unread body for a few seconds: 128 MiB of the 512 MiB.
    default: 1000,
    desc: 'Client connections per process; further ones are closed immediately.',
    example: '1000',
  }),
  BODY_MEMORY_MIB: whole(
    // One client may use 60 % of it, which must hold the largest batch of ingest: seven times its
    // 10 MiB.
    128,
    65_536,
  )({
    // A process at rest takes 160 MiB of its 512 MiB. This leaves room for its connections and for
    // garbage that is not collected yet.
    default: 192,
    desc:
      'Memory in MiB for request bodies that are being read or processed; beyond it, requests get 503 with ' +
      'Retry-After.',
    example: '192',
  }),
  BODY_STALL_SECONDS: whole(
    1,
    60,
  )({
    default: 5,
    desc: 'A body that arrives at less than 16 KiB per second for this many seconds is refused with 408.',
    example: '5',
  }),
  METADATA_DATABASE_URL: postgresUrl({
    desc: 'Metadata store, as the login of the process: telephony_main, telephony_worker or telephony_operator.',
    example: 'postgres://telephony_main:change-me@metadata-db:5432/telephony',
  }),
  METADATA_POOL_MAX: whole(
    2,
    200,
  )({
    default: 10,
    desc: 'Connections to the metadata store per process, for tenants and for the system together.',
    example: '10',
  }),
  TENANT_STORES: storeUrls({
    desc:
      'Tenant stores that this process may use: store id to address, with a login that is a member of ' +
      'telephony_app.',
    example: '{"store-a":"postgres://telephony_store:change-me@store-a-db:5432/calls"}',
  }),
  STORE_POOL_MAX: whole(
    1,
    200,
  )({ default: 10, desc: 'Connections per process to each tenant store.', example: '10' }),
  STORE_READ_DEADLINE_MS: whole(
    100,
    600_000,
  )({
    default: 1000,
    desc: 'A read of call data that takes longer ends with 503; the contract allows 1.2 s in total for a dead store.',
    example: '1000',
  }),
  STORE_ANALYSIS_DEADLINE_MS: whole(
    100,
    600_000,
  )({
    default: 10_000,
    desc: 'How long aggregates over calls may take while the store responds to pings; then they end with 503.',
    example: '10000',
  }),
  STORE_WRITE_DEADLINE_MS: whole(
    100,
    600_000,
  )({
    default: 15_000,
    desc: 'A write of call data that takes longer is rolled back and ends with 503.',
    example: '15000',
  }),
  IDEMPOTENCY_LOCK_SECONDS: whole(
    1,
    600,
  )({
    default: 10,
    desc: 'After this time, a retry takes over a request with an idempotency key whose process died.',
    example: '10',
  }),
  AUTH_ISSUER: httpUrl({
    default: undefined,
    desc:
      'Issuer of portal access tokens. The three AUTH_ settings have no defaults: bearer requests answer ' +
      '500 without them.',
    example: 'https://id.example.com',
  }),
  AUTH_AUDIENCE: str({
    default: undefined,
    desc: 'Audience that portal access tokens carry.',
    example: 'https://api.example.com',
  }),
  AUTH_JWKS_URL: httpUrl({
    default: undefined,
    desc: "Address of the identity provider's signing keys.",
    example: 'https://id.example.com/jwks',
  }),
  AUTH_TOKEN_TYPE: str({
    choices: ['at+jwt', 'jwt'] as const,
    default: 'at+jwt' as const,
    desc:
      'Type of access tokens. jwt also accepts tokens of type JWT or without a type, for a provider that ' +
      'cannot set at+jwt; its identity tokens must then have another audience.',
    example: 'at+jwt',
  }),
  AUTH_TOKEN_MAX_SECONDS: whole(
    60,
    604_800,
  )({
    // Access tokens live for minutes to hours; a day is the longest that providers commonly offer.
    default: 86_400,
    desc: 'A portal access token that expires later than this is refused: it would stay valid after access is revoked.',
    example: '86400',
  }),
  AUTH_CLOCK_TOLERANCE_SECONDS: whole(
    5,
    60,
  )({
    // Clocks of two machines rarely differ by more than 5 seconds. A minute is the most that
    // providers advise: each second extends the life of every token.
    default: 5,
    desc: "How many seconds the identity provider's clock may differ from this server's.",
    example: '5',
  }),
  PORTAL_URL: siteUrl({
    default: 'http://localhost:3000',
    desc:
      'Address at which browsers reach the portal, without a path. Sign-in returns to it, and invitation ' +
      'links point to it.',
    example: 'https://portal.example.com',
  }),
  ...SECRET_ENVIRONMENT,
  OUTBOUND_PORTS: ports({
    // Ports that receivers use for https. Any other port would let a partner make this platform
    // probe other services.
    default: [443, 8443],
    desc: 'Ports that outbound requests to customer addresses may use, separated by commas.',
    example: '443,8443',
  }),
  OUTBOUND_LOOPBACK: str({
    choices: ['closed', 'open'] as const,
    default: 'closed' as const,
    desc: 'For development: whether customer addresses may point to this machine. Production refuses it.',
    example: 'closed',
  }),
  OUTBOUND_NAME_SERVERS: nameServers({
    default: undefined,
    desc: 'Name servers for customer addresses and domains, as address or address:port, separated by commas; by default those of the system.',
    example: '192.0.2.53,192.0.2.54:5353',
  }),
  ...KEY_ENVIRONMENT,
};

/** Settings of the migrate process: the same stores, as the roles that own the tables. */
export const MIGRATION_ENVIRONMENT = {
  METADATA_OWNER_URL: postgresUrl({
    desc: 'For migrate only: the metadata store, as the role that owns its tables.',
    example: 'postgres://telephony_owner:change-me@metadata-db:5432/telephony',
  }),
  TENANT_STORE_OWNER_URLS: storeUrls({
    desc: 'For migrate only: the tenant stores, as the roles that own their tables.',
    example: '{"store-a":"postgres://telephony_owner:change-me@store-a-db:5432/calls"}',
  }),
};
