/** Names of the contract for code that needs no schema: loading the schemas takes longer than loading the rest of the package. */

export const channels = ['Sms', 'Whatsapp', 'Rcs'] as const;
export type Channel = (typeof channels)[number];

/** The one of these words that a text names, in any case; undefined if it names none. */
export function wordNamed<Word extends string>(words: readonly Word[], name: unknown): Word | undefined {
  const wanted = typeof name === 'string' ? name.trim().toLowerCase() : undefined;
  return words.find((word) => word.toLowerCase() === wanted);
}

/** The channel that a text names. */
export function channelNamed(name: unknown): Channel | undefined {
  return wordNamed(channels, name);
}

/** The kinds of recipients (specification 2.3). */
export const recipientTypes = ['Number', 'Person', 'Group'] as const;

/** When and how a notification is sent (specification 2.6). */
export const notificationEvents = ['SuccessOnly', 'FinalOnly', 'All', 'ErrorOnly'] as const;
export const notificationAddressTypes = ['Sms', 'Email', 'Url', 'UrlPost'] as const;

/** The contents that consist of a file (specification 2.4, MediaContent). */
export const mediaTypes = ['Image', 'Video', 'Document', 'Audio', 'Sticker'] as const;

/** The contents of a message, by their `type` (specification 2.4). */
export const contentTypes = [
  'Text',
  ...mediaTypes,
  'Location',
  'Contacts',
  'Interactive',
  'Template',
  'InteractiveReply',
] as const;
export type ContentType = (typeof contentTypes)[number];

/** The field that names the variant wherever the contract has a choice between objects (`content.type`, `header.type` and so on). */
export const discriminator = 'type';
