import { Button, Group, Popover, Select, SimpleGrid, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeView } from '../../app/view';
import { CHOICES, FILTERS, filterCount, TYPED, type Search } from './filters';

const SETTLE_MS = 400;
const WORDS = {
  status: 'status',
  primary_outcome: 'outcome',
  sentiment: 'sentiment',
  direction: 'direction',
  channel: 'channel',
} as const;
const LABELS: Readonly<Record<(typeof TYPED)[number], string>> = {
  search: 'calls.search',
  caller: 'calls.callerNumber',
  agent: 'calls.agentName',
  solution_id: 'calls.solution',
  campaign_id: 'calls.campaign',
  min_duration_seconds: 'calls.shortest',
  max_duration_seconds: 'calls.longest',
};

/** A text filter that applies when the person stops typing. */
function TypedFilter({
  name,
  isFirst = false,
}: {
  readonly name: (typeof TYPED)[number];
  readonly isFirst?: boolean;
}) {
  const { t } = useTranslation();
  const search: Search = useSearch({ strict: false });
  const change = useChangeView();
  const [text, setText] = useState(search[name] ?? '');
  useEffect(() => {
    if (text === (search[name] ?? '')) return undefined;
    const timer = setTimeout(
      () => change({ [name]: text.trim() || undefined, cursor: undefined }),
      SETTLE_MS,
    );
    return () => clearTimeout(timer);
  }, [text, search, name, change]);
  return (
    <TextInput
      size="xs"
      label={isFirst ? undefined : t(LABELS[name])}
      aria-label={t(LABELS[name])}
      placeholder={isFirst ? t(LABELS[name]) : undefined}
      inputMode={name.endsWith('seconds') ? 'numeric' : undefined}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      {...(isFirst ? { 'data-page-search': true } : {})}
    />
  );
}

function ChoiceFilter({ name }: { readonly name: keyof typeof CHOICES }) {
  const { t } = useTranslation();
  const search: Search = useSearch({ strict: false });
  const change = useChangeView();
  const label = t(name === 'primary_outcome' ? 'calls.outcome' : `calls.${name}`);
  return (
    <Select
      size="xs"
      w={150}
      clearable
      aria-label={label}
      placeholder={label}
      data={CHOICES[name].map((value) => ({ value, label: t(`words.${WORDS[name]}.${value}`) }))}
      value={search[name] ?? null}
      onChange={(value) => change({ [name]: value ?? undefined, cursor: undefined })}
    />
  );
}

/** Every filter of the list route. The common ones are always visible. */
export function CallFilters() {
  const { t } = useTranslation();
  const search: Search = useSearch({ strict: false });
  const change = useChangeView();
  return (
    <Group gap="xs" mb="sm">
      <TypedFilter name="search" isFirst />
      <ChoiceFilter name="status" />
      <ChoiceFilter name="primary_outcome" />
      <ChoiceFilter name="sentiment" />
      <Popover width={340} position="bottom-start" trapFocus>
        <Popover.Target>
          <Button size="xs" variant="default" leftSection={<IconFilter aria-hidden size={14} />}>
            {t('calls.moreFilters')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <SimpleGrid cols={2} spacing="xs">
            <ChoiceFilter name="direction" />
            <ChoiceFilter name="channel" />
            {TYPED.filter((name) => name !== 'search').map((name) => (
              <TypedFilter key={name} name={name} />
            ))}
            <Select
              size="xs"
              clearable
              label={t('calls.escalated')}
              placeholder={t('calls.any')}
              data={[
                { value: 'true', label: t('calls.yes') },
                { value: 'false', label: t('calls.no') },
              ]}
              value={search['human_escalation'] ?? null}
              onChange={(value) => change({ human_escalation: value ?? undefined, cursor: undefined })}
            />
          </SimpleGrid>
        </Popover.Dropdown>
      </Popover>
      {filterCount(search) > 0 && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() =>
            change({ ...Object.fromEntries(FILTERS.map((name) => [name, undefined])), cursor: undefined })
          }
        >
          {t('calls.clear')}
        </Button>
      )}
    </Group>
  );
}
