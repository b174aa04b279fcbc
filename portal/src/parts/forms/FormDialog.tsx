import { Button, Group, Modal, Stack, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownWrite } from '../../data/write';
import { Refusal } from '../Refusal';

const AT_REST: ShownWrite = { isPending: false, problem: undefined };

/**
 * A dialog with one form. Opens when it is mounted, and stays open until its request is answered: the
 * answer may be a refusal, or a secret that is shown once.
 */
export function FormDialog({
  title,
  size,
  action,
  color,
  isReady = true,
  write: { isPending, problem } = AT_REST,
  shown,
  outcome,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string;
  readonly size?: ModalProps['size'];
  /** The label of the button that sends the form. */
  readonly action: string;
  readonly color?: string;
  /** False: the form cannot be sent yet. */
  readonly isReady?: boolean;
  /** Undefined: the dialog closes without waiting for an answer. */
  readonly write?: ShownWrite;
  /** Paths of the fields that show their own message. */
  readonly shown?: readonly string[];
  /** Replaces the form; the dialog can then be closed only from within. */
  readonly outcome?: ReactNode;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const closes = !outcome && !isPending;
  return (
    <Modal
      opened
      size={size}
      onClose={onClose}
      title={title}
      closeOnEscape={closes}
      closeOnClickOutside={closes}
      withCloseButton={!outcome}
      closeButtonProps={{ disabled: isPending }}
    >
      {outcome || (
        <form
          noValidate
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) onSubmit();
          }}
        >
          <Stack>
            {children}
            <Refusal problem={problem} shown={shown} />
            <Group justify="flex-end">
              <Button variant="default" disabled={isPending} onClick={onClose}>
                {t('actions.cancel')}
              </Button>
              <Button type="submit" color={color} disabled={!isReady} loading={isPending}>
                {action}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
