import { ColorInput } from '@mantine/core';
import { useForm, type FieldProps } from './context';
import { useInput } from './input';

export function ColourField(props: FieldProps) {
  const { path, value, emptied } = props;
  const { set } = useForm();
  return (
    <ColorInput
      {...useInput(props)}
      maw={240}
      format="hex"
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => set(path, next === '' ? emptied : next)}
    />
  );
}
