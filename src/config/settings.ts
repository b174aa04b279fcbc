import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import type { CleanedEnv } from 'envalid';
import { MIGRATION_ENVIRONMENT, SERVER_ENVIRONMENT, type SAMPLERS } from './environment.js';
import { readTables, type Environment, type SettingsTable } from './environment-tables.js';
import { isProduction } from './production.policy.js';

type KeyProviderSettings =
  | {
      readonly kind: 'local';
      readonly masterKeyFile: string;
      /** In production: a key of zeros or a placeholder is refused. */
      readonly mustBeRandom: boolean;
    }
  | { readonly kind: 'aws-kms'; readonly keyId: string };

/** Groups of logins to the metadata store, one for each kind of process. */
export type MetadataGroup = 'telephony_requests' | 'telephony_jobs' | 'telephony_operations';

/** The settings of a process of a kind other than `main`. */
export const asMemberOf = (group: MetadataGroup, settings: Settings): Settings => ({
  ...settings,
  metadata: { ...settings.metadata, group },
});

/** Typed settings of a running process; only this folder reads the environment. */
export interface Settings {
  readonly version: string;
  readonly http: {
    readonly port: number;
    /** 0: the internal routes have no separate listener. */
    readonly internalPort: number;
    readonly host: string;
    readonly trustedProxies: number;
    /** From SIGTERM until connections are drained. */
    readonly shutdownDelayMs: number;
    readonly drainMs: number;
    readonly maxConnections: number;
  };
  readonly docs: { readonly isOpen: boolean };
  /** Request bodies: the memory for all of them, and how long one may pause. */
  readonly bodies: { readonly memoryBytes: number; readonly stallMs: number };
  readonly admin: { readonly port: number; readonly host: string };
  readonly log: { readonly level: string };
  readonly tracing: {
    /** The collector; null: nothing is traced. */
    readonly endpoint: string | null;
    readonly serviceName: string;
    readonly sampler: (typeof SAMPLERS)[number];
    readonly ratio: number;
    /** Continues the traceparent of `/internal` only, or of all callers. */
    readonly parents: 'internal' | 'all';
  };
  /** `group` is the one that the process's login must belong to. */
  readonly metadata: {
    readonly url: string;
    readonly poolMax: number;
    readonly group: MetadataGroup;
    /** Longest wait for a connection, for a statement, and, at least, for a row lock. */
    readonly connectMs: number;
    readonly statementMs: number;
    readonly lockMs: number;
    /**
     * Longest wait of a request for its row, or for its share of the connections, behind others in
     * this process.
     */
    readonly contendedMs: number;
  };
  readonly tenantStores: {
    readonly urls: ReadonlyMap<string, string>;
    readonly poolMax: number;
    readonly readDeadlineMs: number;
    readonly analysisDeadlineMs: number;
    readonly writeDeadlineMs: number;
    /** Longest wait for a connection and for the answer to a ping. */
    readonly acquireMs: number;
    readonly pingMs: number;
  };
  /** null when any of the three identity-provider settings is absent (access 2.1). */
  readonly bearer: {
    readonly issuer: string;
    readonly audience: string;
    readonly jwksUrl: string;
    /** The longest remaining lifetime of a token. */
    readonly maxTokenSeconds: number;
    /** By how much the clocks of the provider and of this process may differ. */
    readonly clockToleranceSeconds: number;
    /** `jwt`: tokens of type JWT are accepted too. */
    readonly tokenType: 'at+jwt' | 'jwt';
  } | null;
  /** Further peppers and keys that are still, or already, valid during a change. */
  readonly apiKeys: { readonly pepper: Buffer; readonly otherPeppers: readonly Buffer[] };
  readonly cursors: { readonly secret: Buffer; readonly otherSecrets: readonly Buffer[] };
  readonly idempotency: { readonly lockMs: number };
  /**
   * Requests to customer addresses: their allowed ports, whether this machine may be one, for
   * development, and the name servers, unless they are those of the system.
   */
  readonly outbound: {
    readonly ports: readonly number[];
    readonly allowLoopback: boolean;
    readonly nameServers?: readonly string[];
  };
  readonly keyProvider: KeyProviderSettings;
  /** Providers that only unwrap stored keys: while the provider or its key changes. */
  readonly otherKeyProviders: readonly KeyProviderSettings[];
  /** Where browsers reach the portal: scheme, host and port. */
  readonly portal: { readonly url: string };
  /** Settings of the features, by name of the variable; see `settingsOf`. */
  readonly features: Readonly<Record<string, unknown>>;
}

/** The stores, as the roles that own their tables. */
export interface MigrationSettings {
  readonly metadataOwnerUrl: string;
  readonly tenantStoreOwnerUrls: ReadonlyMap<string, string>;
}

/** Settings of a process that works as the owner of the stores, such as `migrate`. */
export interface OwnerSettings extends MigrationSettings {
  readonly features: Readonly<Record<string, unknown>>;
}

/** Injection token of the Settings. */
export const SETTINGS = Symbol('SETTINGS');

// Sources and compiled files are in folders of different depths.
const packageFile = findPackageJSON(import.meta.url)!;

/** The application version, as the health response shows it (operations 1.2). */
const APPLICATION_VERSION = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;

/**
 * The settings of a feature, typed by its table.
 * @throws Error if the feature's definition does not list the table
 */
export function settingsOf<S extends SettingsTable>(
  { features }: Pick<Settings, 'features'>,
  table: S,
): Readonly<CleanedEnv<S>> {
  const missing = Object.keys(table).filter((name) => !(name in features));
  if (missing.length > 0) throw new Error(`No listed feature provides ${missing.join(', ')}.`);
  return features as CleanedEnv<S>;
}

// A dead store may hold a request for at most 1.2 s in total, and pg has no such limit. Connecting
// and a statement of the metadata store each take milliseconds; the rest is for a busy process.
// PostgreSQL checks for deadlocks after one second, so waits for row locks end well before. One
// piece of work on a contended row takes some 20 ms: a request that has waited 5 s for its row is
// queued after hundreds of others.
export const METADATA_WAITS = { connectMs: 800, statementMs: 800, lockMs: 250, contendedMs: 5_000 } as const;

// A slow read gets some time before its store is pinged; a dead store is still detected within 1.2
// s.
export const STORE_WAITS = { acquireMs: 800, pingMs: 300 } as const;

/**
 * Reads the settings of `main` and `worker`.
 * @param ofFeatures the features' tables: `REGISTRY.settings.service`
 * @throws SettingsError naming all faults at once
 */
export function loadSettings(ofFeatures: SettingsTable, environment: Environment = process.env): Settings {
  const { core: env, features } = readTables(environment, SERVER_ENVIRONMENT, ofFeatures);
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience, AUTH_JWKS_URL: jwksUrl } = env;
  const mustBeRandom = isProduction(environment);
  const local = (masterKeyFile: string): KeyProviderSettings => ({
    kind: 'local',
    masterKeyFile,
    mustBeRandom,
  });
  const kms = (keyId: string): KeyProviderSettings => ({ kind: 'aws-kms', keyId });
  return {
    version: APPLICATION_VERSION,
    http: {
      port: env.PORT,
      internalPort: env.INTERNAL_PORT,
      host: env.HOST,
      trustedProxies: env.TRUSTED_PROXIES,
      shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * 1000,
      drainMs: env.DRAIN_SECONDS * 1000,
      maxConnections: env.MAX_CONNECTIONS,
    },
    docs: { isOpen: env.API_DOCS === 'open' },
    bodies: { memoryBytes: env.BODY_MEMORY_MIB * 1024 * 1024, stallMs: env.BODY_STALL_SECONDS * 1000 },
    admin: { port: env.ADMIN_PORT, host: env.ADMIN_HOST },
    log: { level: env.LOG_LEVEL },
    tracing: {
      endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
      serviceName: env.OTEL_SERVICE_NAME,
      sampler: env.OTEL_TRACES_SAMPLER,
      ratio: env.OTEL_TRACES_SAMPLER_ARG,
      parents: env.TRACE_PARENTS,
    },
    metadata: {
      url: env.METADATA_DATABASE_URL,
      poolMax: env.METADATA_POOL_MAX,
      group: 'telephony_requests',
      ...METADATA_WAITS,
    },
    tenantStores: {
      urls: env.TENANT_STORES,
      poolMax: env.STORE_POOL_MAX,
      readDeadlineMs: env.STORE_READ_DEADLINE_MS,
      analysisDeadlineMs: env.STORE_ANALYSIS_DEADLINE_MS,
      writeDeadlineMs: env.STORE_WRITE_DEADLINE_MS,
      ...STORE_WAITS,
    },
    bearer:
      issuer && audience && jwksUrl
        ? {
            issuer,
            audience,
            jwksUrl,
            maxTokenSeconds: env.AUTH_TOKEN_MAX_SECONDS,
            clockToleranceSeconds: env.AUTH_CLOCK_TOLERANCE_SECONDS,
            tokenType: env.AUTH_TOKEN_TYPE,
          }
        : null,
    apiKeys: { pepper: env.API_KEY_PEPPER, otherPeppers: env.OTHER_API_KEY_PEPPERS ?? [] },
    cursors: { secret: env.CURSOR_SECRET, otherSecrets: env.OTHER_CURSOR_SECRETS ?? [] },
    idempotency: { lockMs: env.IDEMPOTENCY_LOCK_SECONDS * 1000 },
    portal: { url: env.PORTAL_URL },
    outbound: {
      ports: env.OUTBOUND_PORTS,
      allowLoopback: env.OUTBOUND_LOOPBACK === 'open',
      ...(env.OUTBOUND_NAME_SERVERS && { nameServers: env.OUTBOUND_NAME_SERVERS }),
    },
    keyProvider:
      env.KEY_PROVIDER === 'aws-kms' ? kms(env.AWS_KMS_KEY_ID ?? '') : local(env.MASTER_KEY_FILE ?? ''),
    otherKeyProviders: [
      ...(env.OTHER_MASTER_KEY_FILES ?? []).map(local),
      ...(env.OTHER_AWS_KMS_KEY_IDS ?? []).map(kms),
    ],
    features,
  };
}

/**
 * Reads the settings of processes that work as the owner of the stores.
 * @param ofFeatures the features' tables: `REGISTRY.settings.owner`
 * @throws SettingsError naming all faults at once
 */
export function loadMigrationSettings(
  ofFeatures: SettingsTable,
  environment: Environment = process.env,
): OwnerSettings {
  const { core: env, features } = readTables(environment, MIGRATION_ENVIRONMENT, ofFeatures);
  return {
    metadataOwnerUrl: env.METADATA_OWNER_URL,
    tenantStoreOwnerUrls: env.TENANT_STORE_OWNER_URLS,
    features,
  };
}
