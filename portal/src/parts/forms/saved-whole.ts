import { notifications } from '@mantine/notifications';
import type { QueryKey } from '@tanstack/react-query';
import { useWrite, type Write } from '../../data/write';
import { useEdited, type Edited, type Saved } from '../../forms/edited';

/**
 * Edits an object, and saves it as a whole under the etag of the state on the screen.
 * @param name of the form and of its object
 */
export function useSavedWhole<Values extends object>(
  name: string,
  saved: Saved<Values>,
  {
    send,
    replaces,
    done,
  }: {
    /** @param guard the headers of the request */
    readonly send: (
      values: Values,
      guard: { readonly 'If-Match': string },
      key: string,
    ) => Promise<{ readonly data: unknown }>;
    /** The query of the object. */
    readonly replaces: QueryKey;
    /** The message once it is saved. */
    readonly done: string;
  },
): { readonly edited: Edited<Values>; readonly write: Write<Values, unknown> } {
  const edited = useEdited(name, saved);
  const write = useWrite(
    async (values: Values, key) => (await send(values, { 'If-Match': `"${saved.etag}"` }, key)).data,
    {
      replaces,
      onDone: () => {
        edited.discard();
        notifications.show({ message: done });
      },
    },
  );
  return { edited, write };
}
