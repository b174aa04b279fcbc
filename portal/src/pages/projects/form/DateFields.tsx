import { DatePickerInput, DateTimePicker } from '@mantine/dates';
import { useForm, type FieldProps } from './context';
import { useInput } from './input';
import { isList } from './schema';

/** An instant in UTC. */
export function InstantField(props: FieldProps) {
  const { path, value, emptied } = props;
  const { set, isReadOnly } = useForm();
  return (
    <DateTimePicker
      {...useInput(props)}
      maw={280}
      disabled={isReadOnly}
      clearable
      valueFormat="YYYY-MM-DD HH:mm [UTC]"
      value={typeof value === 'string' ? value.slice(0, 19).replace('T', ' ') : null}
      onChange={(next) => set(path, next ? `${next.replace(' ', 'T')}Z` : emptied)}
    />
  );
}

/** Several days. */
export function DaysField(props: FieldProps) {
  const { path, value } = props;
  const { set, isReadOnly } = useForm();
  return (
    <DatePickerInput
      {...useInput(props)}
      // A button, which cannot be required.
      aria-required={undefined}
      type="multiple"
      valueFormat="YYYY-MM-DD"
      disabled={isReadOnly}
      clearable
      value={isList(value) ? value.map(String) : []}
      onChange={(next) => set(path, [...next].sort())}
    />
  );
}
