import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downloadTranscript, downloadTranscriptPdf, type GetCallResponse } from '../../../api/generated';
import { previewCallOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useDownload } from '../../../data/download';
import { useView } from '../../../address/view';
import { FileOutcome, FileRefusal } from '../../../parts/FileOutcome';
import { Loaded } from '../../../parts/States';
import { isUnderWay } from '../call-status';
import { useRecordedLook } from '../../../data/recorded-look';
import { Course } from './Course';
import type { Line } from './course';

/** The original words for people with permission, shown after the access is recorded. */
function AsSpoken({ call, lines }: { readonly call: GetCallResponse; readonly lines: readonly Line[] }) {
  const { t } = useTranslation();
  const look = useRecordedLook(call.call_id, 'view_transcript');
  return (
    <>
      <Text size="sm" c="dimmed">
        {t(look.isRecorded ? 'call.lookRecorded' : 'call.lookIsRecorded')}
      </Text>
      {look.problem && <FileRefusal problem={look.problem} title={t('call.notRecorded')} />}
      {!look.isRecorded && (
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={look.isPending}
          onClick={() => look.send(undefined)}
        >
          {t('call.showTranscript')}
        </Button>
      )}
      <Course call={call} lines={look.isRecorded ? lines : []} />
    </>
  );
}

/** The first lines of the redaction, for all others. */
function Redacted({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const preview = useQuery(previewCallOptions({ path: { call_id: call.call_id }, query: { client_id } }));
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('call.redacted')}
      </Text>
      <Loaded query={preview} what={t('calls.transcript')} height={160}>
        {({ lines, has_more }) => (
          <>
            <Course call={call} lines={lines} />
            {has_more && (
              <Text size="sm" c="dimmed">
                {t('call.hasMore')}
              </Text>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/**
 * The course of the call with the transcript in the form that the reader may see, and the whole of
 * it as a file.
 */
export function Transcript({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const download = useDownload();
  const { transcript_status: status } = call.compliance;
  if (status !== 'available') {
    return (
      <Stack gap="sm" align="stretch">
        {!(status === 'none' && isUnderWay(call, Date.now())) && (
          <div>
            <Text size="sm">{t(`call.transcriptStatus.${status}`)}</Text>
            <Text size="sm" c="dimmed">
              {t(`call.transcriptNext.${status}`)}
            </Text>
          </div>
        )}
        <Course call={call} lines={[]} />
      </Stack>
    );
  }
  const asked = { path: { call_id: call.call_id }, query: { client_id }, parseAs: 'stream' } as const;
  const isRunning = download.state.kind === 'running';
  return (
    <Stack gap="sm" align="stretch">
      {call.transcript ? <AsSpoken call={call} lines={call.transcript} /> : <Redacted call={call} />}
      <FileOutcome download={download} />
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          data-disabled={isRunning || undefined}
          aria-disabled={isRunning}
          leftSection={<IconDownload aria-hidden size={14} />}
          onClick={() => void download.start((signal) => downloadTranscript({ ...asked, signal }))}
        >
          {t('call.asText')}
        </Button>
        <Button
          size="xs"
          variant="default"
          data-disabled={isRunning || undefined}
          aria-disabled={isRunning}
          leftSection={<IconDownload aria-hidden size={14} />}
          onClick={() => void download.start((signal) => downloadTranscriptPdf({ ...asked, signal }))}
        >
          {t('call.asPdf')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('call.downloadRecorded')}
        </Text>
      </Group>
    </Stack>
  );
}
