import { z } from 'zod/v4';

import { contactsContentSchema } from './contacts';
import { interactiveContentSchema, interactiveReplyContentSchema } from './interactive';
import { locationContentSchema } from './location';
import {
  audioContentSchema,
  documentContentSchema,
  imageContentSchema,
  stickerContentSchema,
  videoContentSchema,
} from './media';
import { templateContentSchema } from './template';
import { textContentSchema } from './text';

/** What a message carries: one of the eleven content objects (specification 2.4). */
export const contentSchema = z.discriminatedUnion('type', [
  textContentSchema,
  imageContentSchema,
  videoContentSchema,
  documentContentSchema,
  audioContentSchema,
  stickerContentSchema,
  locationContentSchema,
  contactsContentSchema,
  interactiveContentSchema,
  templateContentSchema,
  interactiveReplyContentSchema,
]);

export type Content = z.infer<typeof contentSchema>;
export type TextContent = z.infer<typeof textContentSchema>;
export type SmsContentOptions = NonNullable<TextContent['options']>;
