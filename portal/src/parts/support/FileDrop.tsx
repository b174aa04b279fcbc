import { ActionIcon, Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getAttachmentReadinessOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { useClientId } from '../../address/view';
import { useNumbers } from '../../texts/numbers';

/** The most files with one comment (support-attachments 2.3). */
const MOST_FILES = 10;

/** A selected file that has not been sent yet. */
function Chosen({ file, onRemove }: { readonly file: File; readonly onRemove: () => void }) {
  const { t } = useTranslation();
  const { size } = useNumbers();
  return (
    <Group gap="xs" wrap="nowrap">
      <IconPaperclip aria-hidden size={14} />
      <Text size="sm" dir="auto" className="breaks">
        {file.name}
      </Text>
      <Text size="sm" c="dimmed" flex="none">
        {size(file.size)}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('ticket.leaveOut', { name: file.name })}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}

/** The limits of files if they are accepted now, otherwise why they are not. */
function useLimits() {
  const client_id = useClientId();
  const may = useMay();
  const { data, isError } = useQuery({
    ...getAttachmentReadinessOptions({ query: { client_id } }),
    enabled: may('startAttachment'),
  });
  if (isError) return { why: 'ticket.noFilesNow' } as const;
  if (data?.state === 'unavailable') return { why: 'ticket.noFiles' } as const;
  return { limits: data };
}

/**
 * Takes files that the person chooses, drops or pastes into what it surrounds. They are sent with
 * the text. Says that it takes none while no scanner answers.
 */
export function FileDrop({
  files,
  onChange,
  children,
}: {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const { size, count } = useNumbers();
  const { limits, why } = useLimits();
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<readonly File[]>([]);
  const most = { size: size(1e6 * Math.floor((limits?.max_bytes ?? 0) / 1e6)), most: count(MOST_FILES) };
  const take = (more: readonly File[]): void => {
    if (!limits) {
      setRefused(more);
      return;
    }
    const endings = limits.types.flatMap(({ extensions }) => extensions);
    const fits = ({ name, size: bytes }: File): boolean =>
      bytes > 0 && bytes <= limits.max_bytes && endings.some((it) => name.toLowerCase().endsWith(`.${it}`));
    const taken = more.filter(fits).slice(0, MOST_FILES - files.length);
    setRefused(more.filter((it) => !taken.includes(it)));
    onChange([...files, ...taken]);
  };
  const takeFrom = (event: DragEvent | ClipboardEvent, { files: held }: DataTransfer): void => {
    if (held.length === 0) return;
    event.preventDefault();
    take([...held]);
  };
  return (
    <Stack
      gap="xs"
      className="fileDrop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        // Otherwise the browser would open the file instead of the page.
        event.preventDefault();
        setOver(limits !== undefined);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        takeFrom(event, event.dataTransfer);
      }}
      onPaste={(event) => {
        // A copied table contains text and a picture; the person means the text.
        if (!event.clipboardData.types.includes('text/plain')) takeFrom(event, event.clipboardData);
      }}
    >
      {children}
      {files.map((file, place) => (
        <Chosen
          key={`${place} ${file.name}`}
          file={file}
          onRemove={() => onChange(files.filter((it) => it !== file))}
        />
      ))}
      {limits && (
        <Group gap="xs">
          <FileButton
            multiple
            accept={limits.types.flatMap(({ extensions }) => extensions.map((it) => `.${it}`)).join(',')}
            onChange={take}
          >
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                leftSection={<IconPaperclip aria-hidden size={14} />}
              >
                {t('ticket.attach')}
              </Button>
            )}
          </FileButton>
          <Text size="xs" c="dimmed">
            {t('ticket.attachHelp', most)}
          </Text>
        </Group>
      )}
      {why && (
        <Text size="sm" c="dimmed">
          {t(why)}
        </Text>
      )}
      {refused.length > 0 && (
        <Alert variant="outline" color="yellow" role="alert" title={t('ticket.notTaken')}>
          <Text size="sm" className="breaks">
            {refused.map(({ name }) => name).join(', ')}
          </Text>
          <Text size="sm">
            {limits
              ? t('ticket.notTakenText', {
                  ...most,
                  types: limits.types.map(({ extensions }) => extensions[0]?.toUpperCase()).join(', '),
                })
              : t(why ?? 'ticket.noFilesNow')}
          </Text>
        </Alert>
      )}
    </Stack>
  );
}
