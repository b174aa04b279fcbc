import { Button, Group, Modal, MultiSelect, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useView } from '../../../address/view';
import { saveBreakGlassHolders, type HoldersResponse } from '../../../api/generated';
import { listBreakGlassHoldersQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { Refusal } from '../../../parts/Refusal';

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
  const queries = useQueryClient();
  const [chosen, setChosen] = useState(() =>
    saved.holders.filter(({ active }) => active).map(({ user_id: id }) => id),
  );
  const queryKey = listBreakGlassHoldersQueryKey({ query: { client_id } });
  const write = useWrite(
    async (ids: readonly string[], key) =>
      (
        await saveBreakGlassHolders({
          query: { client_id },
          headers: { 'If-Match': `"${saved.etag}"`, 'Idempotency-Key': key },
          body: { user_ids: [...ids] },
        })
      ).data,
    {
      changes: [queryKey],
      onDone: (answer) => {
        queries.setQueryData(queryKey, answer);
        notifications.show({ message: t('breakGlass.saved') });
        onClose();
      },
    },
  );
  const isComplete = chosen.length >= LEAST && chosen.length <= MOST;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('breakGlass.choose')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <Stack>
        <Text size="sm">{t('breakGlass.chooseText')}</Text>
        <MultiSelect
          label={t('breakGlass.administrators')}
          description={t('breakGlass.howMany', { least: LEAST, most: MOST })}
          data={saved.administrators.map(({ user_id: value, display_name: label }) => ({ value, label }))}
          value={chosen}
          maxValues={MOST}
          searchable
          onChange={setChosen}
        />
        <Refusal problem={write.problem} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button disabled={!isComplete} loading={write.isPending} onClick={() => write.send(chosen)}>
            {t('actions.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
