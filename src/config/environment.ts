import { makeExactValidator, str } from 'envalid';

/** Whole numbers within bounds; a setting out of its range is refused at boot rather than found out under load. */
const whole = (min: number, max: number) =>
  makeExactValidator<number>((input) => {
    const value = Number(input);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return value;
  });

const postgresUrl = makeExactValidator<string>((input) => {
  const url = URL.parse(input);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    throw new Error('must look like postgres://user:password@host:port/database');
  }
  return input;
});

const httpUrl = makeExactValidator<string>((input) => {
  const url = URL.parse(input);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an http or https address');
  return input;
});

/** 32 bytes: as long as the HMAC-SHA-256 output they key, so no strength is lost. */
const secret = makeExactValidator<Buffer>((input) => {
  const bytes = Buffer.from(input, 'base64');
  if (bytes.length < 32 || !/^[A-Za-z0-9+/]+={0,2}$/.test(input)) {
    throw new Error('must be at least 32 random bytes in base64 (openssl rand -base64 32)');
  }
  return bytes;
});

const storeUrls = makeExactValidator<ReadonlyMap<string, string>>((input) => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(input);
  } catch {
    throw new Error('must be a JSON object of store id to database address');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Error('must be a JSON object of store id to database address');
  }
  const stores = new Map<string, string>();
  for (const [storeId, url] of Object.entries(parsed)) {
    const address = typeof url === 'string' ? URL.parse(url) : null;
    if (!/^[a-z0-9-]{1,40}$/.test(storeId))
      throw new Error(`store id "${storeId}" must match [a-z0-9-]{1,40}`);
    if (!address || !/^postgres(ql)?:$/.test(address.protocol)) {
      throw new Error(
        `the address of store "${storeId}" must look like postgres://user:password@host:port/database`,
      );
    }
    stores.set(storeId, url as string);
  }
  if (stores.size === 0) throw new Error('must name at least one store');
  return stores;
});

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** Every setting of the HTTP and worker processes. `.env.example` is held against this table by a test. */
export const SERVER_ENVIRONMENT = {
  PORT: whole(
    0,
    65535,
  )({ default: 3000, desc: 'Port of the public API; 0 takes a free one.', example: '3000' }),
  INTERNAL_PORT: whole(
    0,
    65535,
  )({
    default: 0,
    desc: 'Port of the /internal routes, which then are on no other; 0 leaves them on the public one.',
    example: '3001',
  }),
  HOST: str({ default: '0.0.0.0', desc: 'Address the public API listens on.', example: '0.0.0.0' }),
  ADMIN_PORT: whole(
    0,
    65535,
  )({
    default: 0,
    desc: 'Port of the Prometheus metrics, bound to loopback unless ADMIN_HOST says otherwise; 0 turns them off.',
    example: '9464',
  }),
  ADMIN_HOST: str({ default: '127.0.0.1', desc: 'Address the metrics listen on.', example: '127.0.0.1' }),
  LOG_LEVEL: str({
    choices: LOG_LEVELS,
    default: 'info',
    desc: `Least severe log line written: ${LOG_LEVELS.join(', ')}.`,
    example: 'info',
  }),
  TRUSTED_PROXIES: whole(
    0,
    10,
  )({
    default: 0,
    desc: 'How many proxies stand before the API; their X-Forwarded-For decides the address an IP allowlist sees.',
    example: '1',
  }),
  API_DOCS: str({
    choices: ['open', 'closed'] as const,
    default: 'open' as const,
    desc: 'Whether Swagger UI (/docs) and the document (/openapi.json) are served; both are 404 while closed.',
    example: 'open',
  }),
  DRAIN_SECONDS: whole(
    1,
    300,
  )({
    default: 20,
    desc: 'On SIGTERM: how long requests in flight may take to finish before the process leaves anyway.',
    example: '20',
  }),
  MAX_CONNECTIONS: whole(
    10,
    100_000,
  )({
    // Each may hold 128 KiB of headers or of an unread body for some seconds: 128 MiB of the 512 MiB.
    default: 1000,
    desc: 'Client connections per process; one more is closed at once.',
    example: '1000',
  }),
  BODY_MEMORY_MIB: whole(
    // 60 % of it, the most that a client has, has to hold the largest batch of ingest at seven times its 10 MiB.
    128,
    65_536,
  )({
    // What 512 MiB leave beside 160 MiB of a process at rest, its connections, and garbage not collected yet.
    default: 192,
    desc: 'Memory in MiB that request bodies being read and worked on may take; beyond it 503 with Retry-After.',
    example: '192',
  }),
  BODY_STALL_SECONDS: whole(
    1,
    60,
  )({
    default: 5,
    desc: 'A body of which less than 16 KiB a second arrived over so many seconds is given up: 408.',
    example: '5',
  }),
  METADATA_DATABASE_URL: postgresUrl({
    desc: 'Metadata store, as a login that is a member of the role telephony_app.',
    example: 'postgres://telephony_api:change-me@metadata-db:5432/telephony',
  }),
  METADATA_POOL_MAX: whole(
    2,
    200,
  )({ default: 10, desc: 'Connections to the metadata store per process.', example: '10' }),
  TENANT_STORES: storeUrls({
    desc: 'Tenant stores this process may be routed to: store id to address, as a member of telephony_app.',
    example: '{"store-a":"postgres://telephony_api:change-me@store-a-db:5432/calls"}',
  }),
  STORE_POOL_MAX: whole(
    1,
    200,
  )({ default: 10, desc: 'Connections per tenant store and process.', example: '10' }),
  STORE_READ_DEADLINE_MS: whole(
    100,
    600_000,
  )({
    default: 1000,
    desc: 'A read of call data that takes longer ends in 503; the contract of a dead store is 1.2 s in all.',
    example: '1000',
  }),
  STORE_ANALYSIS_DEADLINE_MS: whole(
    100,
    600_000,
  )({
    default: 10_000,
    desc: 'Sums over calls may take so long while the store shows that it is alive; then they end in 503.',
    example: '10000',
  }),
  STORE_WRITE_DEADLINE_MS: whole(
    100,
    600_000,
  )({
    default: 15_000,
    desc: 'A write of call data that takes longer is rolled back and ends in 503.',
    example: '15000',
  }),
  IDEMPOTENCY_LOCK_SECONDS: whole(
    1,
    600,
  )({
    default: 10,
    desc: 'A request with an idempotency key whose process died is taken over by its repetition after so long.',
    example: '10',
  }),
  MAX_PROJECTS: whole(
    1,
    100_000,
  )({
    // A chain with an assistant for each of its sites has some hundreds; lists for older roles answer all of them at once.
    default: 500,
    desc: 'Projects that a client may have in an environment, archived ones included; one more is 409 project_limit.',
    example: '500',
  }),
  MAX_DRAFT_EDITS: whole(
    100,
    1_000_000,
  )({
    // A person who saves once a minute takes 33 hours for it. At the 128 KiB of the largest section it is 250 MiB.
    default: 2000,
    desc: 'Edits that a draft may gather until it is published or rests for a day; one more is 409 project_draft_limit.',
    example: '2000',
  }),
  AUTH_ISSUER: httpUrl({
    default: undefined,
    desc: 'Issuer of portal access tokens. The three AUTH_ settings have no defaults: bearer requests answer 500 without them.',
    example: 'https://id.example.com',
  }),
  AUTH_AUDIENCE: str({
    default: undefined,
    desc: 'Audience that portal access tokens carry.',
    example: 'https://api.example.com',
  }),
  AUTH_JWKS_URL: httpUrl({
    default: undefined,
    desc: 'Where the identity provider publishes its signing keys.',
    example: 'https://id.example.com/jwks',
  }),
  AUTH_TOKEN_MAX_SECONDS: whole(
    60,
    604_800,
  )({
    // Access tokens live for minutes to hours; a day is the longest that providers commonly offer.
    default: 86_400,
    desc: 'A portal access token that ends further ahead than this is refused: it would outlive every withdrawal.',
    example: '86400',
  }),
  API_KEY_PEPPER: secret({
    desc: 'Keys the HMAC under which API keys are stored. Changing it invalidates every key.',
    example: 'cGVwcGVyLXBlcHBlci1wZXBwZXItcGVwcGVyLXBlcHBlcg==',
  }),
  CURSOR_SECRET: secret({
    desc: 'Signs page cursors. Changing it makes cursors handed out before answer 400.',
    example: 'Y3Vyc29yLWN1cnNvci1jdXJzb3ItY3Vyc29yLWN1cnNvcg==',
  }),
  KEY_PROVIDER: str({
    choices: ['local', 'aws-kms'] as const,
    default: 'local' as const,
    desc: "Who wraps the tenants' data keys: a local master key file, or AWS KMS.",
    example: 'local',
  }),
  MASTER_KEY_FILE: str({
    default: undefined,
    requiredWhen: (env) => env['KEY_PROVIDER'] !== 'aws-kms',
    desc: 'For KEY_PROVIDER=local: a file that holds 32 random bytes in base64, readable by the service alone.',
    example: '/run/secrets/master-key',
  }),
  AWS_KMS_KEY_ID: str({
    default: undefined,
    requiredWhen: (env) => env['KEY_PROVIDER'] === 'aws-kms',
    desc: 'For KEY_PROVIDER=aws-kms: id, ARN or alias of the key; region and credentials come from the usual AWS settings.',
    example: 'alias/telephony-platform',
  }),
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
  CALL_RETENTION_MONTHS: whole(
    1,
    1200,
  )({
    // Two whole years and the month in which a year is compared with the one before.
    default: 25,
    desc: 'For retention only: calls older than so many months before the current one are dropped; their hourly sums stay.',
    example: '25',
  }),
};
