import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downloadTranscript, downloadTranscriptPdf, type GetCallResponse } from '../../api/generated';
import { previewCallOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useDownload } from '../../data/download';
import { useView } from '../../address/view';
import { FileOutcome, FileRefusal } from '../../parts/FileOutcome';
import { Empty, Loaded } from '../../parts/States';
import { useNumbers } from '../../texts/numbers';
import { useRecordedLook } from './access';

type Line = NonNullable<GetCallResponse['transcript']>[number];

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  const { t } = useTranslation();
  const { duration } = useNumbers();
  return (
    <Stack gap={6} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
      {lines.map(({ role, text, offset_ms }, index) => (
        <li key={index}>
          <Group gap="sm" wrap="nowrap" align="baseline">
            <Text span size="xs" c="dimmed" w={40} ta="right" flex="none" className="tabular">
              {duration(offset_ms / 1000)}
            </Text>
            <Text span size="xs" c="dimmed" w={48} flex="none">
              {t(`words.role.${role}`)}
            </Text>
            <Text size="sm" dir="auto">
              {text}
            </Text>
          </Group>
        </li>
      ))}
    </Stack>
  );
}

/** The original words, for people with permission: shown after that access is recorded. */
function AsSpoken({ callId, lines }: { readonly callId: string; readonly lines: readonly Line[] }) {
  const { t } = useTranslation();
  const look = useRecordedLook(callId, 'view_transcript');
  return (
    <>
      <Text size="sm" c="dimmed">
        {t(look.isRecorded ? 'call.lookRecorded' : 'call.lookIsRecorded')}
      </Text>
      {look.problem && <FileRefusal problem={look.problem} title={t('call.notRecorded')} />}
      {look.isRecorded ? (
        <Lines lines={lines} />
      ) : (
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
    </>
  );
}

/** The first lines of the redaction, for all others. */
function Redacted({ callId }: { readonly callId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const preview = useQuery(previewCallOptions({ path: { call_id: callId }, query: { client_id } }));
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('call.redacted')}
      </Text>
      <Loaded query={preview} what={t('calls.transcript')} height={160}>
        {({ lines, has_more }) => (
          <>
            <Lines lines={lines} />
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

/** The transcript in the form that the reader may see, and the whole of it as a file. */
export function Transcript({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const download = useDownload();
  const { transcript_status: status } = call.compliance;
  if (status !== 'available') {
    return <Empty title={t(`call.transcriptStatus.${status}`)} next={t(`call.transcriptNext.${status}`)} />;
  }
  const asked = { path: { call_id: call.call_id }, query: { client_id }, parseAs: 'stream' } as const;
  const isRunning = download.state.kind === 'running';
  return (
    <Stack gap="sm" align="stretch">
      {call.transcript ? (
        <AsSpoken callId={call.call_id} lines={call.transcript} />
      ) : (
        <Redacted callId={call.call_id} />
      )}
      <FileOutcome download={download} />
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={isRunning}
          leftSection={<IconDownload aria-hidden size={14} />}
          onClick={() => void download.start((signal) => downloadTranscript({ ...asked, signal }))}
        >
          {t('call.asText')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={isRunning}
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
