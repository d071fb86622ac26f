import { drawing, element } from '../dom.js';
import { formatted, link } from '../formats.js';

/** The URL of a file: uploaded to the sandbox, or anywhere else. */
function sourceOf({ mediaId, url }) {
  return mediaId ? `/sandbox/media/${encodeURIComponent(mediaId)}` : url;
}

function captionOf({ caption }) {
  return caption && element('p.text', {}, formatted(caption));
}

/** A card in place of a file that the browser cannot show, for example because its server does not answer. */
function fileCard(content, title, note) {
  const page = [
    [
      'path',
      {
        d: 'M6 2h8l5 5v15H6z',
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': '1.5',
        'stroke-linejoin': 'round',
      },
    ],
    ['path', { d: 'M14 2v5h5M9 13h7M9 17h7', fill: 'none', stroke: 'currentColor', 'stroke-width': '1.5' }],
  ];
  const name = element('strong', {}, title);
  const where = content.url ? link(content.url, content.url) : 'Uploaded file';
  return element(
    'div.file',
    {},
    drawing([24, 24], ...page),
    element('div', {}, name, element('span.small', {}, where), note && element('span.small', {}, note)),
  );
}

/** Shows the file, or the card if the browser cannot show it. */
function orCard(shown, content, title) {
  shown.addEventListener('error', () => shown.replaceWith(fileCard(content, title, 'Cannot be shown here')), {
    once: true,
  });
  return shown;
}

export function image(content) {
  const picture = element('img', {
    src: sourceOf(content),
    alt: content.caption ?? 'Image',
    loading: 'lazy',
  });
  return [orCard(picture, content, 'Image'), captionOf(content)];
}

export function sticker(content) {
  return [
    orCard(
      element('img.sticker', { src: sourceOf(content), alt: 'Sticker', loading: 'lazy' }),
      content,
      'Sticker',
    ),
  ];
}

export function video(content) {
  const film = element('video', { src: sourceOf(content), controls: true, preload: 'metadata' });
  return [orCard(film, content, 'Video'), captionOf(content)];
}

export function audio(content) {
  return [
    orCard(
      element('audio', { src: sourceOf(content), controls: true, preload: 'metadata' }),
      content,
      'Audio',
    ),
  ];
}

export function document(content) {
  const title = content.filename || 'Document';
  const card = fileCard(content, title);
  const open = content.mediaId && link(new URL(sourceOf(content), location.href).href, 'Open');
  return [open ? element('div', {}, card, open) : card, captionOf(content)];
}

const SHOWN = { Image: image, Video: video, Document: document };

/** The file of a header or of a template parameter. */
export function mediaOf({ type, ...content }) {
  return SHOWN[type](content);
}
