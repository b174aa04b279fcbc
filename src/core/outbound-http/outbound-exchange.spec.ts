import type { Dispatcher } from 'undici';
import { describe, expect, it } from 'vitest';
import { OutboundExchange } from './outbound-exchange.js';

const ROOM = 16 * 1024;

describe('the body of an answer', () => {
  const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;

  const begun = (): OutboundExchange => {
    const exchange = new OutboundExchange([], ROOM, () => undefined);
    exchange.onResponseStart(controller, 200, {});
    return exchange;
  };

  // A chunk may be one byte, and kept separately it costs hundreds.
  it('holds none of the chunks that it came in', async () => {
    const bytes = Buffer.from('0123456789abcdef'.repeat(ROOM / 16));
    const [exchange, chunk] = [begun(), Buffer.alloc(1)];
    for (const byte of bytes) {
      chunk[0] = byte;
      exchange.onResponseData(controller, chunk);
    }
    exchange.onResponseEnd();
    const { body, isCut } = await exchange.answer;
    expect(isCut).toBe(false);
    expect(body.equals(bytes)).toBe(true);
  });

  it('is cut at its bound', async () => {
    const exchange = begun();
    for (const chunk of [Buffer.alloc(ROOM - 1, 'a'), Buffer.alloc(100, 'b')])
      exchange.onResponseData(controller, chunk);
    const { body, isCut } = await exchange.answer;
    expect(isCut).toBe(true);
    expect(body.toString()).toBe(`${'a'.repeat(ROOM - 1)}b`);
  });
});
