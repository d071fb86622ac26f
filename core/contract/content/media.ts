import { z } from 'zod/v4';

import { field, ruled, type Rule, optionalText } from '../field';
import { webAddress } from '../formats';
import { contentOptions } from './text';

/** The two ways to name a file: the id of an upload, or a public address. */
export const mediaSource = {
  mediaId: field(z.string().nullable().optional(), {
    label: 'Media ID',
    help: 'The ID that a media upload returned. Enter either this or the URL.',
    placeholder: 'e.g. 7f3c2b1a-4d5e-6f70-8192-a3b4c5d6e7f8',
    media: true,
  }),
  url: field(webAddress().nullable().optional(), {
    label: 'URL',
    help: 'The public address of the file, starting with https:// or http://. Enter either this or the media ID.',
    placeholder: 'e.g. https://example.com/invoice.pdf',
  }),
};

interface MediaSource {
  mediaId?: string | null | undefined;
  url?: string | null | undefined;
}

const isSet = (value: string | null | undefined): boolean =>
  value !== undefined && value !== null && value !== '';

/** A content names its file by exactly one of the two (specification 2.4, MediaContent). */
const exactlyOneSource: Rule<MediaSource> = ({ mediaId, url }) => {
  if (isSet(mediaId) && isSet(url)) return [{ key: 'bothSources' }];
  return atLeastOneSource({ mediaId, url });
};

/** A header or parameter names its file by at least one of the two (specification 2.5). */
export const atLeastOneSource: Rule<MediaSource> = ({ mediaId, url }) =>
  isSet(mediaId) || isSet(url) ? [] : [{ key: 'noSource' }];

/** Such a header or parameter. */
export function fileSchema<Type extends string>(type: Type) {
  return ruled(z.strictObject({ type: z.literal(type), ...mediaSource }), atLeastOneSource);
}

const caption = field(z.string().nullable().optional(), {
  label: 'Caption',
  help: 'Text shown below the image or video.',
  placeholder: 'e.g. Our new shop',
  long: true,
});

/** The name that is shown for a document. */
export const fileName = optionalText(
  'File Name',
  'The name shown for the document.',
  'e.g. Invoice 2026-11.pdf',
);

export const imageContentSchema = ruled(
  z.strictObject({ type: z.literal('Image'), ...mediaSource, caption, options: contentOptions }),
  exactlyOneSource,
);

export const videoContentSchema = ruled(
  z.strictObject({ type: z.literal('Video'), ...mediaSource, caption, options: contentOptions }),
  exactlyOneSource,
);

export const documentContentSchema = ruled(
  z.strictObject({
    type: z.literal('Document'),
    ...mediaSource,
    filename: fileName,
    caption: field(z.string().nullable().optional(), {
      label: 'Caption',
      help: 'Not supported by the service for documents.',
      hidden: true,
    }),
    options: contentOptions,
  }),
  exactlyOneSource,
);

export const audioContentSchema = ruled(
  z.strictObject({ type: z.literal('Audio'), ...mediaSource, options: contentOptions }),
  exactlyOneSource,
);

export const stickerContentSchema = ruled(
  z.strictObject({ type: z.literal('Sticker'), ...mediaSource, options: contentOptions }),
  exactlyOneSource,
);
