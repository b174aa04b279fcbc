import { MultiSelect, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useView } from '../../../address/view';
import { saveBreakGlassHolders, type HoldersRequest, type HoldersResponse } from '../../../api/generated';
import { listBreakGlassHoldersQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { bind } from '../../../forms/bind';
import { FormDialog } from '../../../parts/forms/FormDialog';

const LEAST = 2;
const MOST = 5;

/** Chooses the holders among the administrators of the client. */
export function HoldersForm({
  saved,
  onClose,
}: {
  readonly saved: HoldersResponse;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [values, setValues] = useState(() => ({
    user_ids: saved.holders.filter(({ active }) => active).map(({ user_id: id }) => id),
  }));
  const { user_ids: chosen } = values;
  const write = useWrite(
    async (body: HoldersRequest, key) =>
      (
        await saveBreakGlassHolders({
          query: { client_id },
          headers: { 'If-Match': `"${saved.etag}"`, 'Idempotency-Key': key },
          body,
        })
      ).data,
    {
      replaces: listBreakGlassHoldersQueryKey({ query: { client_id } }),
      onDone: () => {
        notifications.show({ message: t('breakGlass.saved') });
        onClose();
      },
    },
  );
  const isComplete = chosen.length >= LEAST && chosen.length <= MOST;
  return (
    <FormDialog
      title={t('breakGlass.choose')}
      action={t('actions.save')}
      isReady={isComplete}
      write={write}
      shown={['user_ids']}
      onSubmit={() => write.send(values)}
      onClose={onClose}
    >
      <Text size="sm">{t('breakGlass.chooseText')}</Text>
      <MultiSelect
        label={t('breakGlass.administrators')}
        description={t('breakGlass.howMany', { least: LEAST, most: MOST })}
        data={saved.administrators.map(({ user_id: value, display_name: label }) => ({ value, label }))}
        maxValues={MOST}
        searchable
        {...bind(
          { values, set: (change) => setValues({ ...values, ...change }) },
          write.problem?.fields,
        ).list('user_ids')}
      />
    </FormDialog>
  );
}
