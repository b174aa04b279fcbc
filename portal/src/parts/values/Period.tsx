import { dayIn, daysBefore } from '../../address/range';
import { useView } from '../../address/view';
import { Day } from './Day';

/**
 * A period of whole days. The day on which the next one begins does not belong to it, so two
 * periods share no day.
 */
export function Period({ from, to }: { readonly from: string | null; readonly to: string | null }) {
  const { zone } = useView();
  const first = from === null ? null : dayIn(zone, new Date(from));
  const next = to === null ? null : dayIn(zone, new Date(to));
  // A one-off charge begins and ends on the same day.
  const last = next !== null && first !== null && next > first ? daysBefore(next, 1) : next;
  return (
    // One element: a flexible cell would spread its parts apart.
    <span>
      <Day on={first} /> – <Day on={last} />
    </span>
  );
}
