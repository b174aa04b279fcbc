import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../../texts/numbers';
import { MOST_CONTENT_BYTES } from '../knowledge';

const ENDINGS = '.pdf,.docx,.html,.htm,.md,.csv,.txt';

/**
 * Selects one document, or accepts one that a person drops here. Its type is determined from its
 * bytes.
 */
export function FileChoice({
  file,
  onChoose,
}: {
  readonly file: File | null;
  readonly onChoose: (file: File) => void;
}) {
  const { t } = useTranslation();
  const { size } = useNumbers();
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<File | null>(null);
  const take = (chosen: File | null | undefined): void => {
    if (!chosen) return;
    const fits = chosen.size > 0 && chosen.size <= MOST_CONTENT_BYTES;
    setRefused(fits ? null : chosen);
    if (fits) onChoose(chosen);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <Stack
      gap={4}
      className="fileDrop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        // Otherwise the browser would open the file instead of the page.
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Group gap="xs">
        <FileButton accept={ENDINGS} onChange={take}>
          {(props) => (
            <Button {...props} size="xs" variant="default" leftSection={<IconFile aria-hidden size={14} />}>
              {t(file ? 'knowledge.file.another' : 'knowledge.file.choose')}
            </Button>
          )}
        </FileButton>
        {file && (
          <Text size="sm" dir="auto" className="breaks">
            {file.name} · {size(file.size)}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {t('knowledge.file.help')}
      </Text>
      {refused && (
        <Text size="sm" c="red" role="alert" className="breaks">
          {t(refused.size === 0 ? 'knowledge.file.empty' : 'knowledge.file.tooLarge', {
            name: refused.name,
            size: size(refused.size),
          })}
        </Text>
      )}
    </Stack>
  );
}
