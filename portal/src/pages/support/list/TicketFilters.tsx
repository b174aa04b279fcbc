import { Button, Group, Select, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeView } from '../../../address/view';
import { CATEGORIES, PRIORITIES, STATUSES } from '../../../parts/support/words';
import { useSession } from '../../../session/session';

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
}: {
  readonly name: Exclude<(typeof FILTERS)[number], 'text'>;
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
}) {
  const search: TicketSearch = useSearch({ strict: false });
  const change = useChangeView();
  const value = search[name] ?? null;
  return (
    <Select
      size="xs"
      w={150}
      clearable
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
  const session = useSession();
  const self = session
    ? [{ value: session.user_id, label: t('words.you', { name: session.display_name }) }]
    : [];
  return (
    <Group gap="xs" mb="sm" role="search" aria-label={t('shell.filters')}>
      <TextFilter />
      <ChoiceFilter
        name="status"
        label={t('support.status')}
        data={STATUSES.map((value) => ({ value, label: t(`words.ticket.${value}`) }))}
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
      <ChoiceFilter name="assignee" label={t('support.assignee')} data={self} />
      <ChoiceFilter name="requester" label={t('support.requester')} data={self} />
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
