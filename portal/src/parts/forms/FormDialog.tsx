import { Button, Group, Stack, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownWrite } from '../../data/write';
import { Refusal } from '../Refusal';
import { WriteDialog } from './WriteDialog';

const AT_REST: ShownWrite = { isPending: false, problem: undefined };

/** A dialog with one form. */
export function FormDialog({
  title,
  size,
  action,
  color,
  isReady = true,
  write: { isPending, problem } = AT_REST,
  shown,
  outcome,
  aside,
  cancel,
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
  /** Another button, apart from the two of the form. */
  readonly aside?: ReactNode;
  /** The label of the button that closes the dialog. */
  readonly cancel?: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <WriteDialog size={size} title={title} isPending={isPending} isHeld={Boolean(outcome)} onClose={onClose}>
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
            <Group justify="space-between">
              {aside}
              <Group ml="auto" justify="flex-end">
                <Button variant="default" disabled={isPending} onClick={onClose}>
                  {cancel ?? t('actions.cancel')}
                </Button>
                <Button type="submit" color={color} disabled={!isReady} loading={isPending}>
                  {action}
                </Button>
              </Group>
            </Group>
          </Stack>
        </form>
      )}
    </WriteDialog>
  );
}
