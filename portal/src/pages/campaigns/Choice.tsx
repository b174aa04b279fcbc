import { Select } from '@mantine/core';
import { choiceOf } from './vocabulary';

/** A filter with a few fixed values. */
export function Choice<Value extends string>({
  label,
  any,
  values,
  value,
  textOf,
  onChange,
}: {
  readonly label: string;
  /** The text if nothing is chosen. */
  readonly any: string;
  readonly values: readonly Value[];
  readonly value: string | undefined;
  readonly textOf: (value: Value) => string;
  readonly onChange: (value: string | undefined) => void;
}) {
  return (
    <Select
      size="xs"
      w={180}
      clearable
      searchable={values.length > SEARCHED}
      aria-label={label}
      placeholder={any}
      data={values.map((it) => ({ value: it, label: textOf(it) }))}
      value={choiceOf(values, value) ?? null}
      onChange={(it) => onChange(it ?? undefined)}
    />
  );
}

/** Longer lists can be searched by typing. */
const SEARCHED = 8;
