import { Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressResponse } from '../../../api/generated';
import { bind } from '../../../forms/bind';

export type Times = Pick<AddressResponse, 'delivery' | 'digest_at' | 'timezone'> & {
  readonly isQuiet: boolean;
  readonly quiet_from: string;
  readonly quiet_until: string;
};

const DELIVERIES = ['immediate', 'daily'] as const;
export const TIME_FIELDS = ['delivery', 'digest_at', 'quiet_from', 'quiet_until', 'timezone'];

/** The initial values of the form: a new address has the person's zone. */
export const timesOf = (address: AddressResponse | null, zone: string): Times => ({
  delivery: address?.delivery ?? 'immediate',
  digest_at: address?.digest_at ?? '08:00',
  timezone: address?.timezone ?? zone,
  isQuiet: (address?.quiet_from ?? null) !== null,
  quiet_from: address?.quiet_from ?? '22:00',
  quiet_until: address?.quiet_until ?? '07:00',
});

/** The sending times in the API's format. */
export const sentTimes = ({ delivery, digest_at, timezone, isQuiet, quiet_from, quiet_until }: Times) => ({
  delivery,
  digest_at,
  timezone,
  quiet_from: isQuiet ? quiet_from : null,
  quiet_until: isQuiet ? quiet_until : null,
});

/** When an address gets its mails (email-routing 6.9, 6.10). */
export function SendingTimes({
  values,
  onChange,
  errors,
}: {
  readonly values: Times;
  readonly onChange: (change: Partial<Times>) => void;
  readonly errors: Readonly<Record<string, string>> | undefined;
}) {
  const { t } = useTranslation();
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const form = bind({ values, set: onChange }, errors);
  const known = zones.includes(values.timezone) ? zones : [values.timezone, ...zones];
  const hasTimes = values.delivery === 'daily' || values.isQuiet;
  return (
    <Stack gap="sm">
      <Select
        label={t('addresses.delivery')}
        description={t('addresses.deliveryHelp')}
        allowDeselect={false}
        data={DELIVERIES.map((value) => ({ value, label: t(`addresses.deliveries.${value}`) }))}
        {...form.choice('delivery', DELIVERIES)}
      />
      {values.delivery === 'daily' && (
        <TextInput type="time" label={t('addresses.digestAt')} {...form.text('digest_at')} />
      )}
      <Checkbox label={t('addresses.quiet')} {...form.check('isQuiet')} />
      {values.isQuiet && (
        <Group grow align="flex-start">
          <TextInput type="time" label={t('addresses.quietFrom')} {...form.text('quiet_from')} />
          <TextInput type="time" label={t('addresses.quietUntil')} {...form.text('quiet_until')} />
        </Group>
      )}
      {hasTimes && (
        <Select
          label={t('shell.zone')}
          searchable
          allowDeselect={false}
          data={known}
          {...form.choice('timezone', known)}
        />
      )}
    </Stack>
  );
}
