import { resolve } from 'node:path';
import { cleanEnv, str } from 'envalid';
import { SERVER_ENVIRONMENT } from '#app/config/environment.js';
import { PUBLIC_DEMO } from '../demo/public-demo.ts';
import { PORTAL_CLIENT } from './portal-client.ts';
import { SettingsError } from '#app/config/environment-tables.js';

type Environment = Record<string, string | undefined>;

const DEFAULT_DATA_DIR = '.data';

/** Settings of `npm start` and `npm run token`; everything else is generated. */
export const DEV_ENVIRONMENT = {
  DATA_DIR: str({
    default: DEFAULT_DATA_DIR,
    desc: 'For npm start only: folder of the embedded database, the secrets, the logs and demo.json.',
    example: '.data',
  }),
  PORT: SERVER_ENVIRONMENT.PORT,
  HOST: str({
    // Every user of this machine can read the demo's keys, so by default it listens only on
    // loopback.
    default: '127.0.0.1',
    desc: 'For npm start: address the public API listens on.',
    example: '127.0.0.1',
  }),
};

export interface DevSettings {
  /** Absolute. */
  readonly dataDir: string;
  /** If true, commands find the platform without an option. */
  readonly isDefaultDataDir: boolean;
  readonly port: number;
  readonly host: string;
}

/** Values that `npm start` creates for its API and worker. */
interface PlatformValues {
  readonly port: number;
  readonly host: string;
  readonly metadataUrl: string;
  readonly tenantStoreUrls: ReadonlyMap<string, string>;
  readonly identity: { readonly issuer: string; readonly audience: string; readonly jwksUrl: string };
  /** Null: there is no billing provider. */
  readonly billing: { readonly url: string; readonly host: string; readonly key: string } | null;
  /** URL of the mail server; null: no mail is sent. */
  readonly mailServerUrl: string | null;
  /** The name server that proves the demo's domains; null: those of this machine. */
  readonly nameServer: string | null;
  /** Base64, 32 bytes, like the next value. */
  readonly apiKeyPepper: string;
  readonly cursorSecret: string;
  readonly masterKeyFile: string;
  readonly filesDir: string;
}

/**
 * Reads the settings of the newcomer's platform.
 * @throws SettingsError naming all errors at once
 */
export function loadDevSettings(environment: Environment = process.env): DevSettings {
  // An empty variable counts as absent, as everywhere.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const env = cleanEnv(given, DEV_ENVIRONMENT, {
    reporter: ({ errors }) => {
      const problems = Object.entries(errors).map(
        ([name, error]) => `${name} is malformed: ${error.message}`,
      );
      if (problems.length > 0) throw new SettingsError(problems);
    },
  });
  return {
    dataDir: resolve(env.DATA_DIR),
    isDefaultDataDir: env.DATA_DIR === DEFAULT_DATA_DIR,
    port: env.PORT,
    host: env.HOST,
  };
}

/** Whether the environment names its own stores, as in production. */
export const hasOwnStores = (environment: Environment = process.env): boolean =>
  environment['TENANT_STORES'] !== undefined || environment['TENANT_STORE_OWNER_URLS'] !== undefined;

/**
 * The environment of an operator's command: these settings, and below them the environment of this
 * process.
 */
export const operatorEnvironment = (
  settings: Environment,
  environment: Environment = process.env,
): Environment => ({ ...environment, ...settings });

/** The environment of the API and the worker: that of this process, overridden by these values. */
export function platformEnvironment(
  values: PlatformValues,
  environment: Environment = process.env,
): Environment {
  return {
    // Receivers of webhooks run on this machine during development: `npm run webhook-listen` is
    // one.
    OUTBOUND_LOOPBACK: 'open',
    // Uploads work without ClamAV; only the EICAR test file is detected as malware.
    SCANNER: 'eicar',
    ...(values.nameServer && { OUTBOUND_NAME_SERVERS: values.nameServer }),
    ...PUBLIC_DEMO,
    ...environment,
    PORT: String(values.port),
    HOST: values.host,
    METADATA_DATABASE_URL: values.metadataUrl,
    TENANT_STORES: JSON.stringify(Object.fromEntries(values.tenantStoreUrls)),
    AUTH_ISSUER: values.identity.issuer,
    AUTH_AUDIENCE: values.identity.audience,
    AUTH_JWKS_URL: values.identity.jwksUrl,
    API_KEY_PEPPER: values.apiKeyPepper,
    CURSOR_SECRET: values.cursorSecret,
    ...(values.billing && {
      BILLING_PROVIDER_KEY: values.billing.key,
      BILLING_PROVIDER_URL: values.billing.url,
      BILLING_PROVIDER_HOSTS: values.billing.host,
      // The demo has no portal: the provider's pages return to the API.
      BILLING_RETURN_URL: `http://127.0.0.1:${values.port}`,
    }),
    PORTAL_URL: `http://localhost:${values.port}`,
    PORTAL_CLIENT_ID: PORTAL_CLIENT.clientId,
    ...(values.mailServerUrl && { MAIL_SERVER_URL: values.mailServerUrl }),
    FILE_STORE: 'disk',
    FILES_DIR: values.filesDir,
    KEY_PROVIDER: 'local',
    MASTER_KEY_FILE: values.masterKeyFile,
  };
}
