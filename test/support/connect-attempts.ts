import { createHook } from 'node:async_hooks';

/** The target of a TCP connection. */
export interface ConnectAttempt {
  readonly address?: string;
  readonly port?: number;
}

/** Records every TCP connection attempted while `work` runs, including failed ones. */
export async function connectsDuring(work: () => Promise<unknown>): Promise<readonly ConnectAttempt[]> {
  const attempts: ConnectAttempt[] = [];
  const hook = createHook({
    // Node sets address and port on the request itself, immediately after creating it.
    init: (_id, type, _trigger, request) => {
      if (type === 'TCPCONNECTWRAP') attempts.push(request);
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return attempts;
}

/** Counts the connections that `work` attempts. */
export const countConnects = async (work: () => Promise<unknown>): Promise<number> =>
  (await connectsDuring(work)).length;
