import { Button, Group, Popover, Select, SimpleGrid, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeView } from '../../address/view';
import { useOwners } from '../../parts/follow-up/owners';
import { FilterChips } from './FilterChips';
import {
  CHOICES,
  filterCount,
  FILTER_LABELS,
  FILTERS,
  isNumberFilter,
  TYPED,
  WORDS,
  type Search,
} from './filters';

const SETTLE_MS = 400;
const IN_SIGHT = ['status', 'primary_outcome', 'sentiment', 'direction'] as const;

/** Faults of filters, by name, as the route reports them. */
type Faults = Readonly<Record<string, string>>;

/** The route accepts a number with its country code, a masked one, or the last three digits. */
const isCaller = (text: string): boolean => text === '' || /^\d{3}$|^\+[\d\s().-]{7,}$|\*{3}/.test(text);

/** A text filter that applies when the person stops typing. */
function TypedFilter({
  name,
  faults,
  isFirst = false,
}: {
  readonly name: (typeof TYPED)[number];
  readonly faults: Faults;
  readonly isFirst?: boolean;
}) {
  const { t } = useTranslation();
  const search: Search = useSearch({ strict: false });
  const change = useChangeView();
  const applied = search[name] ?? '';
  const [state, setState] = useState({ applied, text: applied });
  // A new address, such as one without filters, replaces the text.
  const text = state.applied === applied ? state.text : applied;
  const isOfNoProject = name === 'version' && /^\d+$/.test(text.trim()) && search['project_id'] === undefined;
  const isHeld = (name === 'caller' && !isCaller(text.trim())) || isOfNoProject;
  useEffect(() => {
    if (text.trim() === applied || isHeld) return undefined;
    const timer = setTimeout(
      () => change({ [name]: text.trim() || undefined, cursor: undefined }),
      SETTLE_MS,
    );
    return () => clearTimeout(timer);
  }, [text, applied, isHeld, name, change]);
  const isNumber = isNumberFilter(name);
  return (
    <TextInput
      size="xs"
      w={isFirst ? 190 : undefined}
      label={isFirst ? undefined : t(FILTER_LABELS[name])}
      aria-label={t(FILTER_LABELS[name])}
      placeholder={isFirst ? t(FILTER_LABELS[name]) : undefined}
      inputMode={isNumber ? 'decimal' : undefined}
      value={text}
      description={
        name === 'version'
          ? t('calls.versionHelp')
          : name === 'caller' && !isHeld
            ? t('calls.callerHelp')
            : undefined
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={
        isHeld
          ? t(isOfNoProject ? 'analytics.versionOfProject' : 'calls.callerHint')
          : isNumber && applied !== '' && isNaN(Number(applied))
            ? t('calls.noNumber')
            : faults[name]
      }
      onChange={({ currentTarget }) => setState({ applied, text: currentTarget.value })}
      {...(isFirst ? { 'data-page-search': true } : {})}
    />
  );
}

function ChoiceFilter({
  name,
  isLabelled = false,
}: {
  readonly name: keyof typeof CHOICES;
  readonly isLabelled?: boolean;
}) {
  const { t } = useTranslation();
  const search: Search = useSearch({ strict: false });
  const change = useChangeView();
  const label = t(FILTER_LABELS[name]);
  return (
    <Select
      size="xs"
      w={isLabelled ? undefined : 140}
      clearable
      label={isLabelled ? label : undefined}
      aria-label={label}
      placeholder={isLabelled ? t('calls.any') : label}
      comboboxProps={{ withinPortal: !isLabelled }}
      data={CHOICES[name].map((value) => ({ value, label: t(`words.${WORDS[name]}.${value}`) }))}
      value={search[name] ?? null}
      onChange={(value) => change({ [name]: value ?? undefined, cursor: undefined })}
    />
  );
}

/** Loads the people who can be chosen, so it is rendered only while the filters are open. */
function OwnerFilter() {
  const { t } = useTranslation();
  const { follow_up_owner: named }: Search = useSearch({ strict: false });
  const change = useChangeView();
  const owners = useOwners(named === undefined ? null : { user_id: named, display_name: null });
  return (
    <Select
      size="xs"
      clearable
      label={t(FILTER_LABELS.follow_up_owner)}
      placeholder={t('calls.any')}
      comboboxProps={{ withinPortal: false }}
      data={owners}
      value={named ?? null}
      onChange={(value) => change({ follow_up_owner: value ?? undefined, cursor: undefined })}
    />
  );
}

/** Every filter of the list route. The common ones are always visible. */
export function CallFilters({ faults }: { readonly faults: Faults }) {
  const { t } = useTranslation();
  const search: Search = useSearch({ strict: false });
  const change = useChangeView();
  const hidden = FILTERS.filter((name) => name !== 'search' && !IN_SIGHT.some((it) => it === name));
  const hiddenCount = filterCount(search, hidden);
  return (
    <>
      <Group gap="xs" align="flex-start" mb="sm" role="search" aria-label={t('shell.filters')}>
        <TypedFilter name="search" faults={faults} isFirst />
        {IN_SIGHT.map((name) => (
          <ChoiceFilter key={name} name={name} />
        ))}
        <Popover width={340} position="bottom-start" trapFocus>
          <Popover.Target>
            <Button size="xs" variant="default" leftSection={<IconFilter aria-hidden size={14} />}>
              {t('calls.moreFilters')}
              {hiddenCount > 0 && ` (${hiddenCount})`}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <SimpleGrid cols={2} spacing="xs">
              <ChoiceFilter name="channel" isLabelled />
              <ChoiceFilter name="disconnection_reason" isLabelled />
              <ChoiceFilter name="follow_up" isLabelled />
              <OwnerFilter />
              <Select
                size="xs"
                clearable
                label={t(FILTER_LABELS.human_escalation)}
                placeholder={t('calls.any')}
                comboboxProps={{ withinPortal: false }}
                data={[
                  { value: 'true', label: t('calls.yes') },
                  { value: 'false', label: t('calls.no') },
                ]}
                value={search['human_escalation'] ?? null}
                onChange={(value) => change({ human_escalation: value ?? undefined, cursor: undefined })}
              />
              {TYPED.filter((name) => name !== 'search').map((name) => (
                <TypedFilter key={name} name={name} faults={faults} />
              ))}
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
      <FilterChips inSight={['search', ...IN_SIGHT]} />
    </>
  );
}
