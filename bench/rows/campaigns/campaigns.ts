import { join } from 'node:path';
import { CAMPAIGNS, CLIENT_OF, CONTACTS } from '../../harness/stores/campaign-store.ts';
import type { CampaignBench, StoreSide } from '../../harness/stores/campaign-store.ts';
import { startChild } from '../../harness/children.ts';
import type { Figures, Row } from '../../harness/compare.ts';
import { answerTo, compareRequests, getRequest } from '../../harness/load.ts';

const PAIRS = 25;
const PATH = '/v1/outbound-campaigns';

type Route = 'list' | 'detail' | 'contacts' | 'report';

/** The rest of the path after the collection's. */
function placeOf({ campaignOf }: CampaignBench, route: Route, side: StoreSide): string {
  if (route === 'list') return '';
  return `/${campaignOf[side]}${route === 'detail' ? '' : `/${route}`}`;
}

const pathOf = (bench: CampaignBench, route: Route, side: StoreSide): string =>
  `${PATH}${placeOf(bench, route, side)}`;

/** With the large client's key. */
const byKey = (bench: CampaignBench, route: Route): Buffer =>
  getRequest(pathOf(bench, route, 'large'), { 'X-API-Key': bench.platform.partnerKey });

/** With the token of a client's partner_admin. */
const byToken = (bench: CampaignBench, route: Route, side: StoreSide): Buffer =>
  getRequest(pathOf(bench, route, side), {
    Authorization: `Bearer ${bench.platform.tokens[CLIENT_OF[side]] ?? ''}`,
  });

/** The same request to the floor, where the first path segment names the client. */
const bare = (bench: CampaignBench, route: Route, side: StoreSide): Buffer =>
  getRequest(`/${bench.platform.clientIds[CLIENT_OF[side]] ?? ''}${placeOf(bench, route, side)}`);

interface Found {
  readonly campaign_id?: string;
  readonly items?: readonly { readonly campaign_id?: string; readonly contact_id?: string }[];
  readonly counts?: { readonly total?: number };
}

const idsOf = ({ campaign_id: id, items }: Found): string =>
  items?.map((item) => item.contact_id ?? item.campaign_id).join() ?? id ?? '';

/** Milliseconds per request, sequentially on one connection. */
async function againstFloor(bench: CampaignBench, route: Route, mistake?: string): Promise<Figures> {
  const { client, platform, startOurs } = bench;
  const ours = await startOurs(mistake);
  const floor = await startChild(join(import.meta.dirname, '../../floors/campaigns-http.ts'), {
    args: [platform.storeSuperuserUrl],
  });
  const [request, plain] = [byKey(bench, route), bare(bench, route, 'large')];
  const [mine, theirs] = [
    await answerTo<Found>(client, ours.port, request),
    await answerTo<Found>(client, floor.port, plain),
  ];
  if (idsOf(mine) !== idsOf(theirs)) throw new Error('Ours and the floor do not answer the same.');
  const figures = await compareRequests(client, PAIRS, [ours.port, request], [floor.port, plain]);
  await Promise.all([ours.stop(), floor.stop()]);
  return figures;
}

/**
 * Requests of a client with a million contacts and of one with ten thousand, alternately to one
 * process.
 */
async function againstSmall(bench: CampaignBench, route: Route, mistake?: string): Promise<Figures> {
  const { client, startOurs } = bench;
  const ours = await startOurs(mistake);
  const [large, small] = [byToken(bench, route, 'large'), byToken(bench, route, 'small')];
  const figures = await compareRequests(client, PAIRS, [ours.port, large], [ours.port, small]);
  const { counts } = await answerTo<Found>(client, ours.port, byToken(bench, 'detail', 'large'));
  await ours.stop();
  return { ...figures, notes: { contacts_of_campaign: counts?.total ?? 0 } };
}

const FLOOR = { against: 'node:http + the bare named queries of the same columns', unit: 'ms' } as const;
const SMALL = {
  against: `the same of a client with ${CONTACTS.small} contacts`,
  unit: 'ms',
} as const;
const OF_LARGE = `of a client with ${CAMPAIGNS} campaigns and ${CONTACTS.large} contacts`;

const floorRow = (id: string, route: Route, what: string): Row<CampaignBench> => ({
  id,
  what: `${what} ${OF_LARGE}`,
  ...FLOOR,
  target: { atMost: 1.6 },
  control: 'campaigns-by-find',
  measure: (bench, worsened) => againstFloor(bench, route, worsened ? 'campaigns-by-find' : undefined),
});

const growthRow = (id: string, route: Route, what: string): Row<CampaignBench> => ({
  id,
  what: `${what} ${OF_LARGE}`,
  ...SMALL,
  target: { atMost: 1.5 },
  control: 'contacts-counted',
  measure: (bench, worsened) => againstSmall(bench, route, worsened ? 'contacts-counted' : undefined),
});

const LIST = `GET outbound-campaigns, the 20 changed last,`;
const DETAIL = 'GET outbound-campaigns/{id}';
const CONTACTS_PAGE = `${DETAIL}/contacts, the first 50,`;
const REPORT = `${DETAIL}/report`;

export const P18_LIST = floorRow('P18l', 'list', LIST);
export const P18_DETAIL = floorRow('P18d', 'detail', DETAIL);
export const P18_LIST_GROWTH = growthRow('P18lg', 'list', LIST);
export const P18_DETAIL_GROWTH = growthRow('P18dg', 'detail', DETAIL);
export const P18_CONTACTS = floorRow('P18c', 'contacts', CONTACTS_PAGE);
export const P18_CONTACTS_GROWTH = growthRow('P18cg', 'contacts', CONTACTS_PAGE);
export const P18_REPORT = floorRow('P18r', 'report', REPORT);
export const P18_REPORT_GROWTH = growthRow('P18rg', 'report', REPORT);
