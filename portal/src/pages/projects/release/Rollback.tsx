import { Anchor, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rollbackProject, type VersionListResponse } from '../../../api/generated';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { everythingOf, type ProjectKey } from '../project';

/** Publishes an earlier version again, as the next one. */
export function Rollback({
  projectKey,
  version,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly version: VersionListResponse['items'][number];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const write = useWrite<string, number>(
    async (change_note, key) => {
      const { data } = await rollbackProject({
        ...projectKey,
        headers: { 'Idempotency-Key': key },
        body: {
          version_number: version.version_number,
          ...(change_note.trim() === '' ? {} : { change_note }),
        },
      });
      return data.version_number;
    },
    {
      changes: everythingOf(projectKey),
      onDone: (number) => {
        notifications.show({ message: t('release.published', { number }) });
        onClose();
      },
    },
  );
  return (
    <Confirm
      title={t('versions.rollbackTitle', { number: version.version_number })}
      action={t('versions.rollback')}
      write={write}
      onConfirm={() => write.send(note)}
      onClose={onClose}
    >
      <Text size="sm">{t('versions.rollbackText')}</Text>
      {write.problem?.code === 'staged_release_active' && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="." search={({ client_id, zone }) => ({ client_id, zone, tab: 'release' })} {...props} />
          )}
        >
          {t('versions.toStaged')}
        </Anchor>
      )}
      <Textarea
        label={t('release.changeNote')}
        dir="auto"
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </Confirm>
  );
}
