import { setTimeout as pause } from 'node:timers/promises';
import { printFigure } from '../figures';
import { bytesInUse } from '../measure';
import { startSandbox } from '../../sandbox';
import { volume } from '../volume';
import { call, sms } from './support';

const KEPT = 100_000;
const AT_ONCE = 1000;
const MEGABYTE = 1024 * 1024;

const heap = async () => (await bytesInUse('heapUsed')) / MEGABYTE;

// Takes a whole core for seconds, so it runs only with the full volume.
const full = volume({ full: 1, quick: 0 }) === 1 ? it : it.skip;

full(
  `holds the newest ${KEPT} messages with flat memory, however many more come`,
  async () => {
    const sandbox = await startSandbox({ port: 0, automaticDelivery: 1, points: 1_000_000, inboundUrls: {} });
    const notification = { addresses: [{ type: 'Email', address: 'me@example.com' }], forEvent: 'All' };
    let sent = 0;
    const send = async (count: number) => {
      for (const end = sent + count; sent < end; sent += AT_ONCE) {
        const messages = Array.from({ length: AT_ONCE }, (_, index) =>
          sms({ content: { type: 'Text', text: `Message ${sent + index}` } }),
        );
        const body = { messages, notification };
        const answer = await call(sandbox, '/api/v2/messagelist', { body });
        expect(answer.status).toBe(200);
        expect(answer.text).not.toContain('error');
      }
      // On a busy machine, they are not delivered in order.
      const isDone = () => sandbox.messages().every(({ state }) => state === 'Delivered');
      for (const end = Date.now() + 60_000; !isDone(); await pause(100)) expect(Date.now()).toBeLessThan(end);
    };
    try {
      const empty = await heap();
      await send(KEPT);
      const full = await heap();
      await send(KEPT / 2);
      const after = await heap();
      printFigure(
        `Sandbox: ${Math.round(empty)} MB empty, ${Math.round(full)} MB with ${KEPT} messages, ` +
          `${Math.round(after)} MB after ${KEPT / 2} more`,
      );
      // The lists free space after every eighth of their length. Without that, memory would grow by half.
      expect(after).toBeLessThan(full + (full - empty) * 0.3);
      const kept = sandbox.messages();
      expect(kept).toHaveLength(KEPT);
      expect(kept[0]?.content).toMatchObject({ text: `Message ${KEPT / 2}` });
      expect(kept.at(-1)).toMatchObject({
        state: 'Delivered',
        content: { text: `Message ${KEPT * 1.5 - 1}` },
      });
    } finally {
      await sandbox.close();
    }
  },
  300_000,
);
