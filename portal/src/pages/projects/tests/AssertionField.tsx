import { ActionIcon, Group, NumberInput, Select, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../form/context';
import { FIRST, KINDS, type Assertion } from './assertions';

export interface Names {
  readonly destinations: readonly Choice[];
  readonly tools: readonly Choice[];
}

const MATCHES = ['contains', 'not_contains'] as const;
const PARTIES = ['agent', 'caller', 'transfer'] as const;

function Expected({
  assertion,
  names,
  label,
  onChange,
}: {
  readonly assertion: Assertion;
  readonly names: Names;
  readonly label: string;
  readonly onChange: (next: Assertion) => void;
}) {
  const { t } = useTranslation();
  const shared = { 'aria-label': label, className: 'grow', size: 'xs' } as const;
  const choose = (data: readonly Choice[], value: string, take: (next: string) => Assertion) => (
    <Select
      {...shared}
      searchable
      allowDeselect={false}
      placeholder={t('form.choose')}
      nothingFoundMessage={t('form.nothingToChoose')}
      data={
        value === '' || data.some((it) => it.value === value) ? [...data] : [{ value, label: value }, ...data]
      }
      value={value || null}
      onChange={(next) => next !== null && onChange(take(next))}
    />
  );
  const count = (value: number, most: number, take: (next: number) => Assertion) => (
    <NumberInput
      {...shared}
      min={1}
      max={most}
      allowDecimal={false}
      value={value}
      onChange={(next) => typeof next === 'number' && onChange(take(next))}
    />
  );
  switch (assertion.kind) {
    case 'agent_says':
      return (
        <Group gap="xs" className="grow" wrap="nowrap">
          <Select
            size="xs"
            w={150}
            aria-label={t('tests.match')}
            allowDeselect={false}
            data={MATCHES.map((value) => ({ value, label: t(`tests.matches.${value}`) }))}
            value={assertion.match}
            onChange={(next) =>
              onChange({ ...assertion, match: MATCHES.find((it) => it === next) ?? 'contains' })
            }
          />
          <TextInput
            {...shared}
            dir="auto"
            maxLength={200}
            value={assertion.text}
            onChange={({ currentTarget }) => onChange({ ...assertion, text: currentTarget.value })}
          />
        </Group>
      );
    case 'transfers_to':
      return choose(names.destinations, assertion.destination, (destination) => ({
        ...assertion,
        destination,
      }));
    case 'tool_called':
      return choose(names.tools, assertion.tool, (tool) => ({ ...assertion, tool }));
    case 'ends_call_by':
      return choose(
        PARTIES.map((value) => ({ value, label: t(`tests.parties.${value}`) })),
        assertion.party,
        (next) => ({ ...assertion, party: PARTIES.find((it) => it === next) ?? 'agent' }),
      );
    case 'max_turns':
      return count(assertion.turns, 100, (turns) => ({ ...assertion, turns }));
    case 'max_first_response_ms':
      return count(assertion.milliseconds, 60_000, (milliseconds) => ({ ...assertion, milliseconds }));
    case 'language_is':
      return (
        <TextInput
          {...shared}
          maxLength={35}
          value={assertion.language}
          onChange={({ currentTarget }) => onChange({ ...assertion, language: currentTarget.value })}
        />
      );
  }
}

/** One expectation of a conversation. */
export function AssertionField({
  at,
  assertion,
  names,
  isReadOnly,
  onChange,
  onRemove,
}: {
  readonly at: number;
  readonly assertion: Assertion;
  readonly names: Names;
  readonly isReadOnly: boolean;
  readonly onChange: (next: Assertion) => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const what = `${t('tests.expectation')} ${at + 1}`;
  return (
    <Group gap="xs">
      <Select
        size="xs"
        w={210}
        aria-label={what}
        disabled={isReadOnly}
        allowDeselect={false}
        data={KINDS.map((value) => ({ value, label: t(`tests.kinds.${value}`) }))}
        value={assertion.kind}
        onChange={(next) => {
          const kind = KINDS.find((it) => it === next);
          if (kind) onChange(FIRST[kind]);
        }}
      />
      <Expected
        assertion={assertion}
        names={names}
        label={`${what}: ${t('tests.expected')}`}
        onChange={onChange}
      />
      {!isReadOnly && (
        <Tooltip label={t('form.remove', { what })}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('form.remove', { what })}
            onClick={onRemove}
          >
            <IconTrash aria-hidden size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
