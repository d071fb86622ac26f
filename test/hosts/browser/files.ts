import type { Page } from 'playwright-core';

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** A tenth of a second of silence. */
export function wave(): Buffer {
  const samples = Buffer.alloc(800, 128);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** A short film, as the browser records one. */
export async function film(page: Page): Promise<Buffer> {
  const recorded = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
    const recordedPart = new Promise<Blob>(
      (resolve) => (recorder.ondataavailable = ({ data }) => resolve(data)),
    );
    recorder.start();
    for (let frame = 0; frame < 10; frame += 1) {
      context?.fillRect(frame, 0, 10, 10);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    return [...new Uint8Array(await (await recordedPart).arrayBuffer())];
  });
  return Buffer.from(recorded);
}
