import { str } from 'envalid';
import { names, secret, secrets } from './validators.js';

/** Secrets that the processes share. */
export const SECRET_ENVIRONMENT = {
  API_KEY_PEPPER: secret({
    desc: 'Key of the HMAC with which API keys are stored. docs/operate/turning-keys.md explains how to change it.',
    example: 'cGVwcGVyLXBlcHBlci1wZXBwZXItcGVwcGVyLXBlcHBlcg==',
  }),
  OTHER_API_KEY_PEPPERS: secrets({
    default: undefined,
    desc:
      'While the pepper changes: the one before it, or the one to come, separated by commas. API keys, sessions ' +
      'and links in emails that were stored under them stay valid.',
    example: 'cGVwcGVyLXBlcHBlci1wZXBwZXItcGVwcGVyLXBlcHBlcg==',
  }),
  CURSOR_SECRET: secret({
    desc: 'Signs page cursors. Cursors signed with a secret that no process knows are refused with 400.',
    example: 'Y3Vyc29yLWN1cnNvci1jdXJzb3ItY3Vyc29yLWN1cnNvcg==',
  }),
  OTHER_CURSOR_SECRETS: secrets({
    default: undefined,
    desc:
      'While the secret changes: the one before it, or the one to come, separated by commas. Cursors signed ' +
      'with them are valid.',
    example: 'Y3Vyc29yLWN1cnNvci1jdXJzb3ItY3Vyc29yLWN1cnNvcg==',
  }),
};

/** The keys that wrap the tenants' data keys. */
export const KEY_ENVIRONMENT = {
  KEY_PROVIDER: str({
    choices: ['local', 'aws-kms'] as const,
    default: 'local' as const,
    desc: "Provider that wraps the tenants\' data keys: a local master key file, or AWS KMS.",
    example: 'local',
  }),
  MASTER_KEY_FILE: str({
    default: undefined,
    requiredWhen: (env) => env['KEY_PROVIDER'] !== 'aws-kms',
    desc: 'For KEY_PROVIDER=local: a file with 32 random bytes in base64, readable only by the service.',
    example: '/run/secrets/master-key',
  }),
  AWS_KMS_KEY_ID: str({
    default: undefined,
    requiredWhen: (env) => env['KEY_PROVIDER'] === 'aws-kms',
    desc:
      'For KEY_PROVIDER=aws-kms: id, ARN or alias of the key; region and credentials come from the usual ' +
      'AWS settings.',
    example: 'alias/telephony-platform',
  }),
  OTHER_MASTER_KEY_FILES: names({
    default: undefined,
    desc:
      'While the master key or the provider changes: files of the key before it, or of the one to come, ' +
      'separated by commas. Data keys that they wrapped can be unwrapped.',
    example: '/run/secrets/master-key-before',
  }),
  OTHER_AWS_KMS_KEY_IDS: names({
    default: undefined,
    desc:
      'While the AWS KMS key or the provider changes: ids of the key before it, or of the one to come, ' +
      'separated by commas. Data keys that they wrapped can be unwrapped.',
    example: 'alias/telephony-platform-before',
  }),
};
