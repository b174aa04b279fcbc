import { TO_CALL_BACK } from '../../parts/follow-up/queries';
import type { HomeRangesResponse } from '../../api/generated';
import type { FigureName, Period } from './names';

/** The filters with which the list of calls has exactly the calls of a figure. */
const FILTERS: Readonly<Record<FigureName, Readonly<Record<string, string>>>> = {
  total: {},
  missed_inbound: TO_CALL_BACK,
  upset: { sentiment: 'upset' },
};

/** The address of the calls that a figure counts. */
export function callsOf(
  clientId: string,
  name: FigureName,
  range: HomeRangesResponse[Period] | HomeRangesResponse[Period]['before'] | 'yesterday',
  zone: string,
): Record<string, string> {
  return {
    client_id: clientId,
    range: range === 'yesterday' ? range : `${range.start_date}..${range.end_date}`,
    zone,
    ...FILTERS[name],
  };
}
