import type {
  GetCallData,
  GetCallSummaryData,
  GetOutboundCampaignData,
  GetProjectLifecycleData,
  ListCallsData,
  ListOutboundCampaignsData,
  ListProjectsData,
} from '../../api/generated';

interface Data {
  readonly url: string;
  readonly path?: unknown;
  readonly query?: unknown;
}
interface Read<D extends Data> {
  readonly path?: D['path'];
  readonly query?: D['query'];
}

/** Reads that a page may explain, by the names that the SDK has for them. */
interface Reads {
  readonly getCall: GetCallData;
  readonly getCallSummary: GetCallSummaryData;
  readonly getOutboundCampaign: GetOutboundCampaignData;
  readonly getProjectLifecycle: GetProjectLifecycleData;
  readonly listCalls: ListCallsData;
  readonly listOutboundCampaigns: ListOutboundCampaignsData;
  readonly listProjects: ListProjectsData;
}

const ROUTES: { readonly [Name in keyof Reads]: Reads[Name]['url'] } = {
  getCall: '/v1/calls/{call_id}',
  getCallSummary: '/v1/calls/summary',
  getOutboundCampaign: '/v1/outbound-campaigns/{campaign_id}',
  getProjectLifecycle: '/v1/projects/{project_id}/lifecycle',
  listCalls: '/v1/calls/list',
  listOutboundCampaigns: '/v1/outbound-campaigns',
  listProjects: '/v1/projects',
};

/** The API request of a page: its operation, with the values that the page itself sends. */
export type ApiRead = {
  readonly [Name in keyof Reads]: { readonly operation: Name } & Read<Reads[Name]>;
}[keyof Reads];

type Values = Readonly<Record<string, unknown>>;

/** The values that are set, and are therefore sent. */
const given = (values: unknown): Values =>
  Object.fromEntries(
    Object.entries((values ?? {}) as Values).filter(([, value]) => value !== undefined && value !== ''),
  );

/** Within single quotation marks, a shell changes only quotation marks. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The request as a line for a shell. The key is a variable of the shell: no secret is in it. */
export function curlOf({ operation, path, query }: ApiRead, origin: string): string {
  const values = given(path);
  const route = ROUTES[operation].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((values[name] as string | number | undefined) ?? ''),
  );
  const pairs = Object.entries(given(query)).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((it) => [name, String(it)]),
  );
  const search = new URLSearchParams(pairs).toString();
  const address = `${origin}${route}${search && `?${search}`}`;
  return `curl -H "X-API-Key: $TELEPHONY_KEY" ${quoted(address)}`;
}

/** The request as lines of the SDK. */
export function sdkOf({ operation, path, query }: ApiRead, origin: string): string {
  const options = Object.entries({ path: given(path), query: given(query) }).filter(
    ([, values]) => Object.keys(values).length > 0,
  );
  const argument = options.length === 0 ? '' : JSON.stringify(Object.fromEntries(options), null, 2);
  return [
    `import { TelephonyClient } from '@telephony-platform/sdk';`,
    ``,
    `const client = new TelephonyClient({`,
    `  baseUrl: ${JSON.stringify(origin)},`,
    `  apiKey: process.env.TELEPHONY_KEY,`,
    `});`,
    `const answer = await client.${operation}(${argument});`,
  ].join('\n');
}
