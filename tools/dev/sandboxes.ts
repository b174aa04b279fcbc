import type { DemoApiKeySecret } from '../demo/types.ts';

type Environment = Record<string, string | undefined>;

interface Sandbox {
  readonly name: string;
  readonly environment: Environment;
}

/**
 * On the portal's first page a newcomer sees one call at a time, each long enough to be seen live.
 * A campaign of the demo thus runs for two hours.
 */
const UNHURRIED = { SANDBOX_CALL_MS: '40000', SANDBOX_PARALLEL: '1' };

/**
 * The voice runtimes of the demo: one process for production data, whose people are all invented,
 * and one for the rest.
 * @param environment of this process: its settings of the sandbox apply, except the clients it
 *   serves
 */
export function sandboxesOf(
  apiUrl: string,
  apiKeys: readonly DemoApiKeySecret[],
  environment: Environment = process.env,
): readonly Sandbox[] {
  const keysOf = (isProduction: boolean): string =>
    apiKeys
      .filter(({ scope, dataEnv }) => scope === 'runtime-ingest' && (dataEnv === 'prod') === isProduction)
      .map(({ key }) => key)
      .join(' ');
  const common = { ...environment, SANDBOX_API_URL: apiUrl, SANDBOX_PRODUCTION_DATA: '' };
  return [
    {
      name: 'sandbox',
      environment: {
        ...UNHURRIED,
        ...common,
        SANDBOX_API_KEY: keysOf(true),
        SANDBOX_PRODUCTION_DATA: 'invented',
      },
    },
    { name: 'sandbox-tests', environment: { ...common, SANDBOX_API_KEY: keysOf(false) } },
  ];
}
