import { readFileSync } from 'node:fs';
import { cleanEnv } from 'envalid';
import { isProduction, unsafeSettings } from './production.policy.js';
import { MIGRATION_ENVIRONMENT, SERVER_ENVIRONMENT } from './environment.js';

type KeyProviderSettings =
  | {
      readonly kind: 'local';
      readonly masterKeyFile: string;
      /** In production: a key of zeros or a placeholder is refused. */
      readonly mustBeRandom: boolean;
    }
  | { readonly kind: 'aws-kms'; readonly keyId: string };

/** Typed settings of a running process; nothing but this folder reads the environment. */
export interface Settings {
  readonly version: string;
  readonly http: {
    readonly port: number;
    /** 0: the internal routes have no listener of their own. */
    readonly internalPort: number;
    readonly host: string;
    readonly trustedProxies: number;
    readonly drainMs: number;
    readonly maxConnections: number;
  };
  readonly docs: { readonly isOpen: boolean };
  /** Of requests: the memory they may take together, and how long one may go without sending. */
  readonly bodies: { readonly memoryBytes: number; readonly stallMs: number };
  readonly admin: { readonly port: number; readonly host: string };
  readonly log: { readonly level: string };
  readonly metadata: { readonly url: string; readonly poolMax: number };
  readonly tenantStores: {
    readonly urls: ReadonlyMap<string, string>;
    readonly poolMax: number;
    readonly readDeadlineMs: number;
    readonly analysisDeadlineMs: number;
    readonly writeDeadlineMs: number;
  };
  /** null when any of the three identity-provider settings is absent (access 2.1). */
  readonly bearer: {
    readonly issuer: string;
    readonly audience: string;
    readonly jwksUrl: string;
    /** How far ahead a token may end. */
    readonly maxTokenSeconds: number;
  } | null;
  readonly apiKeys: { readonly pepper: Buffer };
  readonly cursors: { readonly secret: Buffer };
  readonly idempotency: { readonly lockMs: number };
  /** How many projects a client may have in an environment, and how many edits a draft gathers. */
  readonly quotas: { readonly projects: number; readonly draftEdits: number };
  readonly keyProvider: KeyProviderSettings;
}

/** The stores, as the roles that own their tables. */
export interface MigrationSettings {
  readonly metadataOwnerUrl: string;
  readonly tenantStoreOwnerUrls: ReadonlyMap<string, string>;
}

export interface RetentionSettings extends MigrationSettings {
  /** Whole months of calls kept beside the current one. */
  readonly callRetentionMonths: number;
}

/** Injection token of the Settings. */
export const SETTINGS = Symbol('SETTINGS');

/** Thrown at boot; the message names every missing or malformed setting, one a line. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      `The environment does not hold what this process needs:\n${problems.map((p) => `  ${p}`).join('\n')}`,
    );
    this.name = 'SettingsError';
  }
}

type Environment = Record<string, string | undefined>;

function clean<S>(environment: Environment, specs: S) {
  // An empty variable counts as absent: compose files and shells pass unset ones on as ''.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const cleaned = cleanEnv(given, specs, {
    reporter: ({ errors }) => {
      const problems = Object.entries(errors).map(([name, error]) =>
        describe(name, given[name], error as Error),
      );
      if (problems.length > 0) throw new SettingsError(problems);
    },
  });
  const unsafe = unsafeSettings(given);
  if (unsafe.length > 0) throw new SettingsError(unsafe);
  return cleaned;
}

// The value itself is never repeated: half of the settings are secrets.
function describe(name: string, value: string | undefined, error: Error): string {
  return value === undefined
    ? `${name} is missing`
    : `${name} is malformed: ${error.message.replaceAll(value, '(value)')}`;
}

const packageFile = new URL('../../package.json', import.meta.url);

/** The application version, as the health response shows it (operations 1.2). */
const APPLICATION_VERSION = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;

/**
 * Reads the settings of `main` and `worker`.
 * @throws SettingsError naming everything that is wrong at once
 */
export function loadSettings(environment: Environment = process.env): Settings {
  const env = clean(environment, SERVER_ENVIRONMENT);
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience, AUTH_JWKS_URL: jwksUrl } = env;
  return {
    version: APPLICATION_VERSION,
    http: {
      port: env.PORT,
      internalPort: env.INTERNAL_PORT,
      host: env.HOST,
      trustedProxies: env.TRUSTED_PROXIES,
      drainMs: env.DRAIN_SECONDS * 1000,
      maxConnections: env.MAX_CONNECTIONS,
    },
    docs: { isOpen: env.API_DOCS === 'open' },
    bodies: { memoryBytes: env.BODY_MEMORY_MIB * 1024 * 1024, stallMs: env.BODY_STALL_SECONDS * 1000 },
    admin: { port: env.ADMIN_PORT, host: env.ADMIN_HOST },
    log: { level: env.LOG_LEVEL },
    metadata: { url: env.METADATA_DATABASE_URL, poolMax: env.METADATA_POOL_MAX },
    tenantStores: {
      urls: env.TENANT_STORES,
      poolMax: env.STORE_POOL_MAX,
      readDeadlineMs: env.STORE_READ_DEADLINE_MS,
      analysisDeadlineMs: env.STORE_ANALYSIS_DEADLINE_MS,
      writeDeadlineMs: env.STORE_WRITE_DEADLINE_MS,
    },
    bearer:
      issuer && audience && jwksUrl
        ? { issuer, audience, jwksUrl, maxTokenSeconds: env.AUTH_TOKEN_MAX_SECONDS }
        : null,
    apiKeys: { pepper: env.API_KEY_PEPPER },
    cursors: { secret: env.CURSOR_SECRET },
    idempotency: { lockMs: env.IDEMPOTENCY_LOCK_SECONDS * 1000 },
    quotas: { projects: env.MAX_PROJECTS, draftEdits: env.MAX_DRAFT_EDITS },
    keyProvider:
      env.KEY_PROVIDER === 'aws-kms'
        ? { kind: 'aws-kms', keyId: env.AWS_KMS_KEY_ID ?? '' }
        : {
            kind: 'local',
            masterKeyFile: env.MASTER_KEY_FILE ?? '',
            mustBeRandom: isProduction(environment),
          },
  };
}

/**
 * Reads the settings of `migrate` and `retention`.
 * @throws SettingsError naming everything that is wrong at once
 */
export function loadMigrationSettings(environment: Environment = process.env): RetentionSettings {
  const env = clean(environment, MIGRATION_ENVIRONMENT);
  return {
    metadataOwnerUrl: env.METADATA_OWNER_URL,
    tenantStoreOwnerUrls: env.TENANT_STORE_OWNER_URLS,
    callRetentionMonths: env.CALL_RETENTION_MONTHS,
  };
}
