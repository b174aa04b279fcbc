import { TextInput } from '@mantine/core';
import { HELP_BELOW } from '../../../parts/forms/help-below';
import { idOf, useForm, type FieldProps } from './context';
import { useWords } from './words';

/** The common parts of all inputs: label, help, findings, and whether they can be changed. */
export function useInput({ path, schema, isRequired, isBare }: FieldProps) {
  const { section, isReadOnly, findings } = useForm();
  const words = useWords();
  const hasError = findings.some((it) => it.path === path && it.severity === 'error');
  const label = words.label(section, path);
  return {
    id: idOf(path),
    label: isBare ? undefined : label,
    description: isBare ? undefined : words.help(section, path, schema),
    'aria-label': isBare ? label : undefined,
    inputWrapperOrder: HELP_BELOW,
    'aria-required': isRequired,
    readOnly: isReadOnly,
    error: hasError,
  };
}

/** A placeholder for an input that is being loaded. */
export function Waiting(props: FieldProps) {
  return <TextInput {...useInput(props)} maw={280} disabled />;
}
