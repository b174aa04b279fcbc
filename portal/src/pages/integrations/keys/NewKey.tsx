import { Radio, Select, Stack, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { createApiKey, type CreateApiKeyRequest } from '../../../api/generated';
import { listApiKeysQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useDraft } from '../../../forms/draft';
import { dayIn, daysBefore } from '../../../address/range';
import { useView } from '../../../address/view';
import { KEY_SCOPES } from '../../../data/key-scopes';
import { useWrite } from '../../../data/write';
import { bind } from '../../../forms/bind';
import { FormDialog } from '../../../parts/forms/FormDialog';
import { SecretOnce } from '../../../parts/SecretOnce';

const LIFETIMES = ['30', '90', '365', 'never', 'date'] as const;
/** The lowest first: it is the default. */
const SCOPES = [...KEY_SCOPES].reverse();
const SHOWN = ['description', 'expires_at_utc'];

interface Values {
  readonly description: string;
  readonly scope: CreateApiKeyRequest['scope'];
  readonly lifetime: string;
  readonly day: string | null;
}

const INITIAL: Values = { description: '', scope: SCOPES[0]!, lifetime: '90', day: null };

/** The last moment of the selected day in UTC, so that the same choice makes the same request. */
function endOf({ lifetime, day }: Values, zone: string): string | null {
  if (lifetime === 'never') return null;
  const chosen = lifetime === 'date' ? day : daysBefore(dayIn(zone, new Date()), -Number(lifetime));
  return chosen ? `${chosen}T23:59:59Z` : null;
}

/** Creates a key, and shows its text only once. */
export function NewKey({ clientId, onClose }: { readonly clientId: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { zone } = useView();
  const draft = useDraft('key', INITIAL);
  const { values } = draft;
  const create = useWrite(
    async (body: CreateApiKeyRequest, key) =>
      (await createApiKey({ body, query: { client_id: clientId }, headers: { 'Idempotency-Key': key } }))
        .data,
    { changes: [listApiKeysQueryKey()], onDone: draft.clear },
  );
  const field = bind(draft, create.problem?.fields);
  const made = create.answer;
  const isReady = values.description.trim() !== '' && (values.lifetime !== 'date' || values.day !== null);
  return (
    <FormDialog
      title={t('keysOfApi.createTitle')}
      action={t('keysOfApi.create')}
      isReady={isReady}
      write={create}
      shown={SHOWN}
      outcome={
        made && (
          <SecretOnce
            title={t('keysOfApi.secretTitle', { name: made.description })}
            secret={made.secret}
            onStored={onClose}
          />
        )
      }
      onSubmit={() =>
        create.send({
          description: values.description.trim(),
          scope: values.scope,
          expires_at_utc: endOf(values, zone),
        })
      }
      onClose={onClose}
    >
      <TextInput
        label={t('keysOfApi.description')}
        description={t('keysOfApi.descriptionHelp')}
        maxLength={200}
        required
        data-autofocus
        {...field.text('description')}
      />
      <Radio.Group label={t('keysOfApi.scope')} {...field.choice('scope', SCOPES)}>
        <Stack gap="xs" mt={4}>
          {SCOPES.map((scope) => (
            <Radio
              key={scope}
              value={scope}
              label={t(`roles.${scope}`)}
              description={t(`keysOfApi.scopeHelp.${scope}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Select
        label={t('keysOfApi.ends')}
        allowDeselect={false}
        data={LIFETIMES.map((value) => ({ value, label: t(`keysOfApi.lifetime.${value}`) }))}
        value={values.lifetime}
        error={values.lifetime !== 'date' && create.problem?.fields['expires_at_utc']}
        onChange={field.choice('lifetime', LIFETIMES).onChange}
      />
      {values.lifetime === 'date' && (
        <DatePickerInput
          label={t('keysOfApi.lastDay')}
          minDate={daysBefore(dayIn(zone, new Date()), -1)}
          {...field.whole('day')}
          error={create.problem?.fields['expires_at_utc']}
        />
      )}
    </FormDialog>
  );
}
