import { Group, Select, Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rotateApiKey, type ApiKeyRecord, type RotateApiKeyRequest } from '../../../api/generated';
import { listApiKeysQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { dayIn, daysBefore } from '../../../address/range';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { FormDialog } from '../../../parts/forms/FormDialog';
import { SecretOnce } from '../../../parts/SecretOnce';
import { useLocale } from '../../../texts/locale';
import { GRACES } from '../graces';
import { KeyText } from './KeyText';

/** When a new key expires that is valid for as long as another one; null: never. */
function endAgain({ created_at_utc: made, expires_at_utc: ends }: ApiKeyRecord, now: Date): Date | null {
  if (ends === null) return null;
  return new Date(now.getTime() + Date.parse(ends) - Date.parse(made));
}

const ENDS = ['again', 'date', 'never'] as const;

/** Replaces a key. The old one ends immediately or after a grace period. */
export function RotateKey({
  clientId,
  of,
  onClose,
}: {
  readonly clientId: string;
  readonly of: ApiKeyRecord;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { zone } = useView();
  const [grace, setGrace] = useState('86400');
  const [again] = useState(() => endAgain(of, new Date()));
  const [end, setEnd] = useState<(typeof ENDS)[number]>(again ? 'again' : 'never');
  const [day, setDay] = useState<string | null>(null);
  // The last moment of a day in UTC, as for a new key.
  const chosen = {
    again: again?.toISOString() ?? null,
    date: day && `${day}T23:59:59Z`,
    never: null,
  }[end];
  const rotate = useWrite(
    async (body: RotateApiKeyRequest, key) =>
      (
        await rotateApiKey({
          path: { key_id: of.key_id },
          query: { client_id: clientId },
          body,
          headers: { 'Idempotency-Key': key },
        })
      ).data,
    { changes: [listApiKeysQueryKey()] },
  );
  const made = rotate.answer;
  return (
    <FormDialog
      title={t('keysOfApi.rotateTitle', { name: of.description })}
      action={t('keysOfApi.rotate')}
      isReady={end !== 'date' || day !== null}
      write={rotate}
      shown={['grace_seconds', 'expires_at_utc']}
      outcome={
        made && (
          <SecretOnce
            title={t('keysOfApi.secretTitle', { name: made.description })}
            secret={made.secret}
            onStored={onClose}
          />
        )
      }
      onSubmit={() => rotate.send({ grace_seconds: Number(grace), expires_at_utc: chosen })}
      onClose={onClose}
    >
      <Text size="sm">{t('keysOfApi.rotateText')}</Text>
      <Select
        label={t('keysOfApi.grace')}
        description={t(grace === '0' ? 'keysOfApi.graceNone' : 'keysOfApi.graceHelp')}
        allowDeselect={false}
        data={GRACES.map((value) => ({ value, label: t(`integrations.grace.${value}`) }))}
        value={grace}
        error={rotate.problem?.fields['grace_seconds']}
        onChange={(value) => setGrace(value ?? '0')}
      />
      <Select
        label={t('keysOfApi.newEnd')}
        description={t('keysOfApi.newEndHelp')}
        allowDeselect={false}
        data={ENDS.filter((it) => it !== 'again' || again).map((value) => ({
          value,
          label: t(`keysOfApi.newEnds.${value}`, {
            day:
              again && new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone }).format(again),
          }),
        }))}
        value={end}
        error={end !== 'date' && rotate.problem?.fields['expires_at_utc']}
        onChange={(value) => setEnd(ENDS.find((it) => it === value) ?? 'never')}
      />
      {end === 'date' && (
        <DatePickerInput
          label={t('keysOfApi.lastDay')}
          minDate={daysBefore(dayIn(zone, new Date()), -1)}
          value={day}
          error={rotate.problem?.fields['expires_at_utc']}
          onChange={setDay}
        />
      )}
      <Group gap="xs">
        <Text size="sm">{t('keysOfApi.old')}</Text>
        <KeyText of={of} />
      </Group>
    </FormDialog>
  );
}
