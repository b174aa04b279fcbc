import { DatePicker } from '@mantine/dates';
import { useState } from 'react';

type Days = [string | null, string | null];

/** A range of two days. The first click begins it and the second one ends it. */
export function Calendar({
  days,
  choose,
}: {
  readonly days: readonly [string, string];
  readonly choose: (from: string, to: string) => void;
}) {
  const [begun, setBegun] = useState<Days>([...days]);
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      defaultDate={days[1]}
      value={begun}
      onChange={([from, to]: Days) => {
        setBegun([from, to]);
        if (from && to) choose(from, to);
      }}
    />
  );
}
