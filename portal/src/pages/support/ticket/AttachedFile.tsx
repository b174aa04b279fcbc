import { ActionIcon, Anchor, Badge, Group, Paper, Text } from '@mantine/core';
import { IconLock, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteAttachment, type AttachmentResponse } from '../../../api/generated';
import { useMay } from '../../../address/assignment';
import { useClientId } from '../../../address/view';
import { saveFile } from '../../../data/save-file';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { Refusal } from '../../../parts/Refusal';
import { TicketPerson } from '../../../parts/support/TicketPerson';
import { Instant } from '../../../parts/values/Instant';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useNumbers } from '../../../texts/numbers';
import { COURSE_QUERIES } from './queries';

function DeleteFile({
  ticketId,
  attachmentId,
  name,
}: {
  readonly ticketId: string;
  readonly attachmentId: string;
  readonly name: string;
}) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const [isAsking, setAsking] = useState(false);
  const remove = useWrite(
    (attachment_id: string) =>
      deleteAttachment({ path: { ticket_id: ticketId, attachment_id }, query: { client_id } }),
    { changes: COURSE_QUERIES, onDone: () => setAsking(false) },
  );
  const title = t('ticket.deleteFile', { name });
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={title} onClick={() => setAsking(true)}>
        <IconTrash size={16} />
      </ActionIcon>
      {isAsking && (
        <Confirm
          title={title}
          action={t('ticket.delete')}
          write={remove}
          onConfirm={() => remove.send(attachmentId)}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{t('ticket.deleteFileText')}</Text>
        </Confirm>
      )}
    </>
  );
}

/** Why a file can never be downloaded. */
function Ended({ file }: { readonly file: AttachmentResponse }) {
  const { t } = useTranslation();
  const { state, reason, finding } = file;
  if (state !== 'infected' && state !== 'refused' && state !== 'failed') return null;
  return (
    <Text size="sm" c="dimmed" className="breaks">
      {t([`ticket.fileReason.${reason ?? ''}`, `ticket.fileText.${state}`])}
      {finding !== null && ` ${t('ticket.finding', { finding })}`}
    </Text>
  );
}

/** A file of the ticket with the state of its scan. Only clean files can be downloaded. */
export function AttachedFile({
  ticketId,
  file,
}: {
  readonly ticketId: string;
  readonly file: AttachmentResponse;
}) {
  const { t } = useTranslation();
  const { size } = useNumbers();
  const client_id = useClientId();
  const may = useMay();
  const route = `/v1/support/tickets/${ticketId}/attachments/${file.attachment_id}/download`;
  const download = useWrite((name: string) => saveFile(route, { client_id }, name), {
    changes: COURSE_QUERIES,
  });
  const isInternal = file.visibility === 'internal';
  const name = file.file_name ?? t('ticket.file');
  return (
    <Paper withBorder p="xs" className={isInternal ? 'internalNote' : undefined}>
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <Group gap="sm" miw={0}>
          <IconPaperclip role="img" aria-label={t('ticket.file')} size={16} stroke={1.75} />
          {file.state === 'clean' && may('downloadAttachment') ? (
            <Anchor
              size="sm"
              component="button"
              className="breaks"
              dir="auto"
              onClick={() => download.send(name)}
            >
              {name}
            </Anchor>
          ) : (
            <Text size="sm" className="breaks" dir="auto">
              {name}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {size(file.bytes)}
          </Text>
          <StatusLabel kind="file" value={file.state} />
          {isInternal && (
            <Badge variant="default" leftSection={<IconLock aria-hidden size={12} />}>
              {t('ticket.internalShort')}
            </Badge>
          )}
          <Text size="sm" c="dimmed" component="div">
            <TicketPerson of={file.uploaded_by} /> · <Instant at={file.uploaded_at_utc} />
          </Text>
        </Group>
        {file.deletable && <DeleteFile ticketId={ticketId} attachmentId={file.attachment_id} name={name} />}
      </Group>
      <Ended file={file} />
      <Refusal problem={download.problem} />
    </Paper>
  );
}
