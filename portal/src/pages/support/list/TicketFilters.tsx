import { Button, Group, Select, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeView } from '../../../address/view';
import { useSupportPeople } from '../../../parts/support/people';
import { useIsStaff } from '../../../parts/support/queries';
import { useTicketWord } from '../../../parts/support/TicketStatus';
import { CATEGORIES, PRIORITIES, STATUSES } from '../../../parts/support/words';

const SETTLE_MS = 400;
const FILTERS = ['text', 'status', 'priority', 'category', 'assignee', 'requester'] as const;

export type TicketSearch = { readonly [name in (typeof FILTERS)[number] | 'show' | 'cursor']?: string };

/** Searches when the person stops typing. */
function TextFilter() {
  const { t } = useTranslation();
  const { text: applied = '' }: TicketSearch = useSearch({ strict: false });
  const change = useChangeView();
  const [state, setState] = useState({ applied, typed: applied });
  const typed = state.applied === applied ? state.typed : applied;
  useEffect(() => {
    if (typed.trim() === applied) return undefined;
    const timer = setTimeout(() => change({ text: typed.trim() || undefined, cursor: undefined }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, applied, change]);
  return (
    <TextInput
      size="xs"
      w={220}
      data-page-search
      aria-label={t('support.text')}
      placeholder={t('support.text')}
      value={typed}
      onChange={({ currentTarget }) => setState({ applied, typed: currentTarget.value })}
    />
  );
}

function ChoiceFilter({
  name,
  label,
  data,
  onOpen,
}: {
  readonly name: Exclude<(typeof FILTERS)[number], 'text'>;
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  /** Loads the choices. */
  readonly onOpen?: () => void;
}) {
  const search: TicketSearch = useSearch({ strict: false });
  const change = useChangeView();
  const value = search[name] ?? null;
  return (
    <Select
      size="xs"
      w={150}
      clearable
      searchable={onOpen !== undefined}
      onDropdownOpen={onOpen}
      aria-label={label}
      placeholder={label}
      data={
        value === null || data.some((it) => it.value === value) ? data : [...data, { value, label: value }]
      }
      value={value}
      onChange={(next) => change({ [name]: next ?? undefined, cursor: undefined })}
    />
  );
}

/** The filters of the route, beside the saved ones. */
export function TicketFilters() {
  const { t } = useTranslation();
  const search: TicketSearch = useSearch({ strict: false });
  const change = useChangeView();
  const isStaff = useIsStaff();
  const wordOf = useTicketWord();
  // A list without such a filter needs no names.
  const [isAsked, setAsked] = useState(search.requester !== undefined || search.assignee !== undefined);
  const people = useSupportPeople(isAsked);
  const ask = (): void => setAsked(true);
  return (
    <Group gap="xs" mb="sm" role="search" aria-label={t('shell.filters')}>
      <TextFilter />
      <ChoiceFilter
        name="status"
        label={t('support.status')}
        data={STATUSES.map((value) => ({ value, label: wordOf(value) }))}
      />
      <ChoiceFilter
        name="priority"
        label={t('support.priority')}
        data={PRIORITIES.map((value) => ({ value, label: t(`support.priorities.${value}`) }))}
      />
      <ChoiceFilter
        name="category"
        label={t('support.category')}
        data={CATEGORIES.map((value) => ({ value, label: t(`support.categories.${value}`) }))}
      />
      {/* Other readers do not see staff by name. */}
      {(isStaff || search.assignee !== undefined) && (
        <ChoiceFilter
          name="assignee"
          label={t('support.assignee')}
          data={[{ value: 'none', label: t('support.nobody') }, ...people.assignees]}
          onOpen={ask}
        />
      )}
      <ChoiceFilter name="requester" label={t('support.requester')} data={people.requesters} onOpen={ask} />
      {FILTERS.some((name) => search[name] !== undefined) && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() =>
            change({ ...Object.fromEntries(FILTERS.map((name) => [name, undefined])), cursor: undefined })
          }
        >
          {t('support.clear')}
        </Button>
      )}
    </Group>
  );
}
