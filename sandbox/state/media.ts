import { randomUUID } from 'node:crypto';
import type { ServiceAccount } from './account';

/** An uploaded file. */
export interface Media {
  mediaId: string;
  type: string;
  filename: string;
  bytes: Buffer;
}

/** Total size of all stored files in bytes; beyond it the oldest is dropped. */
const BYTES_KEPT = 500 * 1024 * 1024;

/** The uploaded files by their id. */
export class MediaStore {
  private readonly files = new Map<string, Media>();
  private bytes = 0;

  constructor(private readonly account: ServiceAccount) {}

  add(file: Omit<Media, 'mediaId'>): Media {
    const media = { ...file, mediaId: randomUUID() };
    this.restore(media);
    this.account.changes.announce({ kind: 'media' });
    return media;
  }

  /** Restores a file of an earlier run. */
  restore(media: Media): void {
    this.files.set(media.mediaId, media);
    this.bytes += media.bytes.length;
    for (const oldest of this.files.values()) {
      if (this.bytes <= BYTES_KEPT) break;
      this.files.delete(oldest.mediaId);
      this.bytes -= oldest.bytes.length;
    }
  }

  all(): Media[] {
    return [...this.files.values()];
  }

  get(mediaId: string): Media | undefined {
    return this.files.get(mediaId);
  }

  clear(): void {
    this.files.clear();
    this.bytes = 0;
  }
}
