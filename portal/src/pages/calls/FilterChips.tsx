import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChangeView } from '../../address/view';
import { Person } from '../../parts/values/Person';
import { FILTER_LABELS, FILTERS, isChoice, WORDS, type Filter, type Search } from './filters';

/** The value of a filter in words. */
function Value({ name, value }: { readonly name: Filter; readonly value: string }) {
  const { t } = useTranslation();
  if (name === 'follow_up_owner') return <Person id={value} />;
  if (name === 'human_escalation') return t(value === 'true' ? 'calls.yes' : 'calls.no');
  if (isChoice(name)) return t(`words.${WORDS[name]}.${value}`, { defaultValue: value });
  return <span dir="auto">{value}</span>;
}

/**
 * The filters that are set and have no control in sight, each with a way to remove it. On a phone no
 * filter has one.
 */
export function FilterChips({ inSight }: { readonly inSight: readonly Filter[] }) {
  const { t } = useTranslation();
  const search: Search = useSearch({ strict: false });
  const change = useChangeView();
  const set = FILTERS.filter((name) => search[name] !== undefined);
  if (set.length === 0) return null;
  const isOfPhone = (names: readonly Filter[]): boolean => names.every((name) => inSight.includes(name));
  return (
    <Group
      gap="xs"
      mb="sm"
      role="group"
      aria-label={t('calls.filtersSet')}
      {...(isOfPhone(set) && { hiddenFrom: 'sm' as const })}
    >
      {set.map((name) => (
        <Button
          key={name}
          size="compact-sm"
          radius="xl"
          variant="light"
          fw={400}
          maw="100%"
          rightSection={<IconX role="img" aria-label={t('calls.removeFilter')} size={14} />}
          onClick={() => change({ [name]: undefined, cursor: undefined })}
          {...(isOfPhone([name]) && { hiddenFrom: 'sm' as const })}
        >
          {t(FILTER_LABELS[name])}:&nbsp;
          <Value name={name} value={search[name] ?? ''} />
        </Button>
      ))}
    </Group>
  );
}
