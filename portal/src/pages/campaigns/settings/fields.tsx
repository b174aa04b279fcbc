import { NumberInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { HELP_BELOW } from '../../../parts/forms/help-below';
import { CHOICES, type Values } from './values';
import { bind } from '../../../forms/bind';
import { ownZone } from '../../../forms/local-time';

type Keys<Kind> = { [Name in keyof Values]: Values[Name] extends Kind ? Name : never }[keyof Values];

export interface FormOf {
  readonly values: Values;
  readonly set: (change: Partial<Values>) => void;
  /** The API's faults by the names of the fields. */
  readonly errors: Readonly<Record<string, string>>;
}

interface FieldOf<Name> {
  readonly form: FormOf;
  readonly name: Name;
  readonly required?: boolean;
}

function useLabels(name: string): { readonly label: string; readonly description: string | undefined } {
  const { t, i18n } = useTranslation();
  const help = `campaignForm.help.${name}`;
  return { label: t(`campaignForm.${name}`), description: i18n.exists(help) ? t(help) : undefined };
}

export function TextField({
  form,
  name,
  required,
  isLong = false,
}: FieldOf<Keys<string>> & { readonly isLong?: boolean }) {
  const Input = isLong ? Textarea : TextInput;
  return (
    <Input
      {...useLabels(name)}
      inputWrapperOrder={HELP_BELOW}
      required={required}
      {...bind(form, form.errors).text(name)}
    />
  );
}

export function AmountField({ form, name, max }: FieldOf<Keys<number>> & { readonly max: number }) {
  return (
    <NumberInput
      {...useLabels(name)}
      inputWrapperOrder={HELP_BELOW}
      required
      min={0}
      max={max}
      {...bind(form, form.errors).amount(name)}
    />
  );
}

export function TruthField({ form, name }: FieldOf<Keys<boolean>>) {
  return <Switch {...useLabels(name)} {...bind(form).check(name)} />;
}

export function TimeField({ form, name }: FieldOf<'schedule_start_at_utc' | 'schedule_end_at_utc'>) {
  const { t } = useTranslation();
  const { label, description } = useLabels(name);
  return (
    <TextInput
      type="datetime-local"
      label={t('wash.timeIn', { field: label, zone: ownZone() })}
      description={description}
      inputWrapperOrder={HELP_BELOW}
      {...bind(form, form.errors).text(name)}
    />
  );
}

export function KeysField({ form, name }: FieldOf<'required_keys' | 'allowed_keys'>) {
  return (
    <TagsInput
      {...useLabels(name)}
      inputWrapperOrder={HELP_BELOW}
      data={name === 'required_keys' ? form.values.allowed_keys : []}
      {...bind(form, form.errors).whole(name)}
    />
  );
}

export function ChoiceField({
  form,
  name,
  words,
}: FieldOf<keyof typeof CHOICES> & { readonly words: string }) {
  const { t } = useTranslation();
  return (
    <Select
      {...useLabels(name)}
      inputWrapperOrder={HELP_BELOW}
      required
      allowDeselect={false}
      data={CHOICES[name].map((value: string) => ({ value, label: t(`${words}.${value}`) }))}
      {...bind(form, form.errors).choice(name, CHOICES[name])}
    />
  );
}
