import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBusinessHours, type BusinessHoursResponse } from '../../../api/generated';
import {
  getBusinessHoursOptions,
  getBusinessHoursQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../address/assignment';
import { useView } from '../../../address/view';
import { bind } from '../../../forms/bind';
import { EditedForm, type Described } from '../../../parts/forms/EditedForm';
import { useSavedWhole } from '../../../parts/forms/saved-whole';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { Instant } from '../../../parts/values/Instant';
import { ChangedBy } from '../../../parts/values/Person';
import { bodyOf, DAYS, faultsOf, valuesOf, type Values } from './hours-text';

const STATES = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'].map((it) => `AU-${it}`);
const MOST_EXCEPTIONS = 366;

/** Whether the client is open now, and until when. */
function Now({
  hours: { open_now: isOpen, next_change_at_utc: next },
}: {
  readonly hours: BusinessHoursResponse;
}) {
  const { t } = useTranslation();
  return (
    <Text size="sm">
      {t(isOpen === null ? 'hours.neverSaved' : isOpen ? 'hours.openNow' : 'hours.closedNow')}
      {next && (
        <>
          {' · '}
          {t('hours.next')} <Instant at={next} />
        </>
      )}
    </Text>
  );
}

function HoursForm({ saved }: { readonly saved: BusinessHoursResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const may = useMay();
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const query = { client_id };
  const { edited, write } = useSavedWhole<Values>(
    'business-hours',
    { values: valuesOf(saved), etag: saved.etag },
    {
      send: (it, guard, key) =>
        saveBusinessHours({ query, headers: { ...guard, 'Idempotency-Key': key }, body: bodyOf(it) }),
      replaces: getBusinessHoursQueryKey({ query }),
      done: t('hours.saved'),
    },
  );
  const { values, set } = edited;
  const faults = faultsOf(values);
  const refused = Object.entries(write.problem?.fields ?? {});
  const errorOf = (place: string, path: string): string | undefined =>
    faults.has(place)
      ? t('hours.form')
      : refused.find(([it]) => it === path || it.startsWith(`${path}.`))?.[1];
  const setDate = (at: number, change: Partial<Values['exceptions'][number]>): void =>
    set({ exceptions: values.exceptions.map((it, n) => (n === at ? { ...it, ...change } : it)) });
  const field = bind(edited, write.problem?.fields);
  const describe = (it: Values): Described => [
    [t('shell.zone'), it.timezone],
    ...DAYS.map((day) => [t(`hours.day.${day}`), it.weekly[day] || t('hours.closed')] as const),
    ...it.exceptions.map(({ date, hours }) => [date, hours || t('hours.closed')] as const),
    [t('hours.holidays'), it.holidays_of || t('hours.noHolidays')],
  ];
  return (
    <EditedForm
      edited={edited}
      describe={describe}
      write={write}
      shown={refused.map(([path]) => path)}
      onSave={() => faults.size === 0 && write.send(values)}
    >
      <Fieldset variant="unstyled" disabled={!may('saveBusinessHours')}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={t('shell.zone')}
              searchable
              allowDeselect={false}
              data={zones.includes(values.timezone) ? zones : [values.timezone, ...zones]}
              {...field.choice('timezone', zones)}
            />
            <Select
              label={t('hours.holidays')}
              placeholder={t('hours.noHolidays')}
              clearable
              data={STATES}
              {...field.emptied('holidays_of')}
            />
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {t('hours.help')}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
            {DAYS.map((day, n) => (
              <TextInput
                key={day}
                label={t(`hours.day.${day}`)}
                placeholder={t('hours.closed')}
                value={values.weekly[day]}
                error={errorOf(day, `weekly.${n}`)}
                onChange={({ currentTarget }) =>
                  set({ weekly: { ...values.weekly, [day]: currentTarget.value } })
                }
              />
            ))}
          </SimpleGrid>
          <Text size="sm" fw={600}>
            {t('hours.exceptions')}
          </Text>
          {values.exceptions.map(({ date, hours }, n) => (
            <Group key={n} gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                type="date"
                label={t('hours.date')}
                value={date}
                error={refused.find(([path]) => path === `exceptions.${n}.date`)?.[1]}
                onChange={({ currentTarget }) => setDate(n, { date: currentTarget.value })}
              />
              <TextInput
                flex={1}
                label={t('hours.hours')}
                placeholder={t('hours.closed')}
                value={hours}
                error={errorOf(String(n), `exceptions.${n}`)}
                onChange={({ currentTarget }) => setDate(n, { hours: currentTarget.value })}
              />
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('hours.remove', { date: date || n + 1 })}
                onClick={() => set({ exceptions: values.exceptions.filter((_, at) => at !== n) })}
              >
                <IconTrash aria-hidden size={16} />
              </ActionIcon>
            </Group>
          ))}
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus aria-hidden size={14} />}
              disabled={values.exceptions.length >= MOST_EXCEPTIONS}
              onClick={() => set({ exceptions: [...values.exceptions, { date: '', hours: '' }] })}
            >
              {t('hours.add')}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </EditedForm>
  );
}

/** When a client is open (business-hours section 1). */
export function BusinessHours() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const hours = useQuery(getBusinessHoursOptions({ query: { client_id } }));
  return (
    <Panel title={t('hours.title')}>
      <Loaded query={hours} what={t('hours.title')} height={360}>
        {(saved) => (
          <Stack>
            <Now hours={saved} />
            <ChangedBy at={saved.updated_at_utc} by={saved.updated_by} />
            <HoursForm key={client_id} saved={saved} />
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
