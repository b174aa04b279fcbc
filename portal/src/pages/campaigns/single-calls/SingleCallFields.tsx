import { ActionIcon, Button, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ownZone } from '../../../forms/local-time';
import {
  CALLER,
  GROUP_NAMES,
  TRUTHS,
  fieldsOf,
  kindOf,
  type FieldName,
  type Group as GroupName,
  type PersonalValue,
  type Values,
} from './single-call';
import { CALL_TYPES, every } from '../vocabulary';
import { bind } from '../../../forms/bind';
import { Folds } from '../../../parts/forms/Folds';
import type { ContactItem } from '../../../api/generated';

const REGISTRY_STATUSES = every<NonNullable<ContactItem['registry_status']>>({
  not_listed: true,
  listed: true,
  invalid: true,
  unknown: true,
});

export interface SingleCallForm {
  readonly values: Values;
  readonly set: (change: Partial<Values>) => void;
  /** The API's faults by the names of the fields. */
  readonly errors: Readonly<Record<string, string>>;
}

function OneField({ form, name }: { readonly form: SingleCallForm; readonly name: FieldName }) {
  const { t } = useTranslation();
  const label = t(`singleCalls.field.${name}`);
  const field = bind(form, form.errors);
  if (kindOf(name) === 'status') {
    return (
      <Select
        label={label}
        clearable
        data={REGISTRY_STATUSES.map((value) => ({ value, label: t(`campaignWords.register.${value}`) }))}
        {...field.emptied(name)}
      />
    );
  }
  const isTime = kindOf(name) === 'time';
  return (
    <TextInput
      type={isTime ? 'datetime-local' : 'text'}
      label={isTime ? t('wash.timeIn', { field: label, zone: ownZone() }) : label}
      {...field.text(name)}
    />
  );
}

/** Facts about the person for the assistant, line by line. */
function ToldFields({ form }: { readonly form: SingleCallForm }) {
  const { t } = useTranslation();
  const lines = form.values.personalization;
  const setLine = (at: number, change: Partial<PersonalValue>): void =>
    form.set({ personalization: lines.map((line, n) => (n === at ? { ...line, ...change } : line)) });
  const error = form.errors['personalization'];
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        {t('singleCalls.toldHelp')}
      </Text>
      {lines.map(({ name, value }, n) => (
        <Group key={n} gap="xs" align="flex-end" wrap="nowrap" w="100%">
          <TextInput
            flex={1}
            label={t('singleCalls.toldName')}
            placeholder="first_name"
            value={name}
            onChange={({ currentTarget }) => setLine(n, { name: currentTarget.value })}
          />
          <TextInput
            flex={2}
            label={t('singleCalls.toldValue')}
            value={value}
            onChange={({ currentTarget }) => setLine(n, { value: currentTarget.value })}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('singleCalls.toldRemove', { name: name || n + 1 })}
            onClick={() => form.set({ personalization: lines.filter((_, at) => at !== n) })}
          >
            <IconTrash aria-hidden size={16} />
          </ActionIcon>
        </Group>
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus aria-hidden size={14} />}
        onClick={() => form.set({ personalization: [...lines, { name: '', value: '' }] })}
      >
        {t('singleCalls.toldAdd')}
      </Button>
    </Stack>
  );
}

/** Why the person is called, by whom, and the rules that apply. */
function KindFields({ form }: { readonly form: SingleCallForm }) {
  const { t } = useTranslation();
  const field = bind(form, form.errors);
  const isService = form.values.call_type === 'service';
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        <Select
          label={t('campaigns.callType')}
          required
          allowDeselect={false}
          data={CALL_TYPES.map((value) => ({ value, label: t(`words.callType.${value}`) }))}
          {...field.choice('call_type', CALL_TYPES)}
        />
        {!isService &&
          CALLER.map((name) => (
            <TextInput key={name} label={t(`campaignForm.${name}`)} required {...field.text(name)} />
          ))}
      </SimpleGrid>
      <Group gap="lg">
        {TRUTHS.map((name) => (
          <Switch key={name} label={t(`campaignForm.${name}`)} {...field.check(name)} />
        ))}
      </Group>
    </Stack>
  );
}

/** The fields of a single call besides project and number, collapsed by subject. */
export function SingleCallFields({ form }: { readonly form: SingleCallForm }) {
  const { t } = useTranslation();
  const hasError = (names: readonly string[]): boolean => names.some((name) => form.errors[name]);
  const contentOf = (group: GroupName) =>
    group === 'data' ? (
      <ToldFields form={form} />
    ) : (
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {fieldsOf(group).map((name) => (
          <OneField key={name} form={form} name={name} />
        ))}
        {group === 'consent' && (
          <Switch
            label={t('singleCalls.field.exemption_verified')}
            {...bind(form).check('exemption_verified')}
            disabled={form.values.exemption_type.trim() === ''}
          />
        )}
      </SimpleGrid>
    );
  return (
    <Folds
      folds={[
        {
          name: 'kind',
          title: t('singleCalls.group.kind', { kind: t(`words.callType.${form.values.call_type}`) }),
          hasError: hasError(['call_type', ...CALLER]),
          content: <KindFields form={form} />,
        },
        ...GROUP_NAMES.map((group) => ({
          name: group,
          title: t(`singleCalls.group.${group}`),
          hasError: hasError(group === 'data' ? ['personalization'] : fieldsOf(group)),
          content: contentOf(group),
        })),
      ]}
    />
  );
}
