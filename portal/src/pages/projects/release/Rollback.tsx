import { Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rollbackProject, type VersionListResponse } from '../../../api/generated';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { useDeleted, useLeftOut } from '../knowledge/builds/BuildChange';
import { useBuildOf } from '../knowledge/builds/named-builds';
import { everythingOf, type ProjectKey } from '../project';
import { LeftOut } from './LeftOut';
import { TabLink } from '../TabLink';

/** The field whose fault says why an approval is in the way (workspace 14.10). */
const APPROVAL = 'governance.release_approval';

/** Publishes an earlier version again, as the next one. */
export function Rollback({
  projectKey,
  version,
  current,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly version: VersionListResponse['items'][number];
  /** The version that calls use. */
  readonly current: number | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const build = useBuildOf(projectKey, version.version_number);
  const lost = useLeftOut(projectKey, useBuildOf(projectKey, current), build);
  const deleted = useDeleted(projectKey, build);
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
      shown={[APPROVAL]}
      onConfirm={() => write.send(note)}
      onClose={onClose}
    >
      <Text size="sm">{t('versions.rollbackText')}</Text>
      <LeftOut projectKey={projectKey} ids={lost} deleted={deleted} version={version.version_number} />
      {write.problem?.fields[APPROVAL] && (
        <Text size="sm" role="alert">
          {write.problem.fields[APPROVAL]}
        </Text>
      )}
      {write.problem?.code === 'staged_release_active' && (
        <TabLink tab="release">{t('versions.toStaged')}</TabLink>
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
