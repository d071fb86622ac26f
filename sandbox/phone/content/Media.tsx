import { useState } from 'preact/hooks';
import { Formatted, Link } from '../Formatted';
import type { File, HeaderFile, MediaContent } from '../../service/wire';

/** The URL of a file: uploaded to the sandbox, or anywhere else. */
function fileUrl({ mediaId, url }: File): string {
  return mediaId ? `/sandbox/media/${encodeURIComponent(mediaId)}` : (url ?? '');
}

/** A file in a message, in a header or in a parameter; a card in place of one that the browser cannot show. */
export function Media({ content }: { content: MediaContent | HeaderFile }) {
  const [broken, setBroken] = useState(false);
  const { type, caption, mediaId } = content;
  const attributes = { src: fileUrl(content), onError: () => setBroken(true) };
  if (broken) return <FileCard file={content} title={type} note="Cannot be shown here" />;
  return (
    <>
      {type === 'Image' && <img {...attributes} alt={caption ?? 'Image'} loading="lazy" />}
      {type === 'Sticker' && <img {...attributes} class="sticker" alt="Sticker" loading="lazy" />}
      {type === 'Video' && <video {...attributes} controls preload="metadata" />}
      {type === 'Audio' && <audio {...attributes} controls preload="metadata" />}
      {type === 'Document' && (
        <div>
          <FileCard file={content} title={content.filename || 'Document'} />
          {mediaId && <Link url={new URL(fileUrl(content), location.href).href}>Open</Link>}
        </div>
      )}
      {caption && (
        <p class="text">
          <Formatted text={caption} />
        </p>
      )}
    </>
  );
}

function FileCard({ file, title, note }: { file: File; title: string; note?: string }) {
  return (
    <div class="file">
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5">
        <path d="M6 2h8l5 5v15H6z" stroke-linejoin="round" />
        <path d="M14 2v5h5M9 13h7M9 17h7" />
      </svg>
      <div>
        <strong>{title}</strong>
        <span class="small">{file.url ? <Link url={file.url} /> : 'Uploaded file'}</span>
        {note && <span class="small">{note}</span>}
      </div>
    </div>
  );
}
