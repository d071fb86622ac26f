import { z } from 'zod/v4';

import { field, list, ruled, text, type Rule } from '../field';
import { noEmojis, noMarkdown } from '../formats';
import { limits } from '../limits';
import { fileSchema } from './media';
import { contentOptions } from './text';

const textHeaderSchema = z.strictObject({
  type: z.literal('Text'),
  text: field(ruled(text(limits.headerText), noMarkdown), {
    label: 'Header Text',
    help: 'Up to 60 characters. Emojis are allowed, formatting is not.',
    placeholder: 'e.g. Your appointment',
  }),
});

const replyButtonSchema = z.strictObject({
  type: z.literal('Reply'),
  id: field(text(limits.buttonId), {
    label: 'ID',
    help: 'Returned in the inbound message when the button is tapped. Different for each button, up to 256 characters.',
    placeholder: 'e.g. confirm',
  }),
  title: field(ruled(text(limits.buttonTitle), noEmojis, noMarkdown), {
    label: 'Title',
    help: 'The text on the button, up to 20 characters, without emojis or formatting.',
    placeholder: 'e.g. Confirm',
  }),
});

const uniqueButtonIds: Rule<Array<{ id: string }>> = (buttons) =>
  buttons.flatMap(({ id }, index) =>
    buttons.findIndex((button) => button.id === id) < index
      ? [{ key: 'repeatedId', values: { got: `"${id}" again` }, path: [index, 'id'] }]
      : [],
  );

const buttonActionSchema = z.strictObject({
  type: z.literal('Button'),
  buttons: field(
    ruled(list(replyButtonSchema, { one: 'button', many: 'buttons' }, limits.replyButtons), uniqueButtonIds),
    {
      label: 'Buttons',
      help: 'One to three buttons the recipient can tap.',
    },
  ),
});

const listRowSchema = z.strictObject({
  id: field(text(limits.rowId), {
    label: 'ID',
    help: 'Returned in the inbound message when the row is chosen. Up to 200 characters.',
    placeholder: 'e.g. slot-0900',
  }),
  title: field(text(limits.rowTitle), {
    label: 'Title',
    help: 'The text of the row, up to 24 characters.',
    placeholder: 'e.g. 09:00',
  }),
  description: field(text(limits.rowDescription).nullable().optional(), {
    label: 'Description',
    help: 'A second line, up to 72 characters.',
    placeholder: 'e.g. With Dr. Muster, 30 minutes',
  }),
});

const listSectionSchema = z.strictObject({
  title: field(text(limits.sectionTitle).nullable().optional(), {
    label: 'Title',
    help: 'Heading of the section, up to 24 characters. Required when there is more than one section.',
    placeholder: 'e.g. Morning',
  }),
  rows: field(list(listRowSchema, { one: 'row', many: 'rows' }, limits.rows), {
    label: 'Rows',
    help: 'The choices of this section. At most 10 rows across all sections.',
  }),
});

type Section = z.infer<typeof listSectionSchema>;

const rowsOverAllSections: Rule<Section[]> = (sections) => {
  const rows = sections.reduce((sum, section) => sum + section.rows.length, 0);
  return rows > limits.rows ? [{ key: 'tooManyRows', values: { max: limits.rows, got: rows } }] : [];
};

const titlesOfSeveralSections: Rule<Section[]> = (sections) =>
  sections.length < 2
    ? []
    : sections.flatMap(({ title }, index) =>
        title === null || title === undefined ? [{ key: 'sectionTitle', path: [index, 'title'] }] : [],
      );

const listActionSchema = z.strictObject({
  type: z.literal('List'),
  button: field(ruled(text(limits.listButton), noEmojis, noMarkdown), {
    label: 'List Button',
    help: 'The text on the button that opens the list, up to 20 characters, without emojis or formatting.',
    placeholder: 'e.g. Choose a time',
  }),
  sections: field(
    ruled(
      list(listSectionSchema, { one: 'section', many: 'sections' }, limits.sections),
      rowsOverAllSections,
      titlesOfSeveralSections,
    ),
    { label: 'Sections', help: 'The list, in 1 to 10 sections with at most 10 rows altogether.' },
  ),
});

const bodySchema = z.strictObject({
  text: field(text(limits.bodyText), {
    label: 'Body Text',
    help: 'The message itself, up to 1024 characters. Emojis, formatting and links are allowed.',
    placeholder: 'e.g. Can you come on Tuesday at 9:00?',
    long: true,
  }),
});

const footerSchema = z.strictObject({
  text: field(text(limits.footerText), {
    label: 'Footer Text',
    help: 'A line in small print, up to 60 characters.',
    placeholder: 'e.g. Muster Ltd, Zurich',
  }),
});

/** A message with buttons or a list to choose from (specification 2.5). */
export const interactiveContentSchema = z.strictObject({
  type: z.literal('Interactive'),
  header: field(
    z
      .discriminatedUnion('type', [
        textHeaderSchema,
        fileSchema('Image'),
        fileSchema('Video'),
        fileSchema('Document'),
      ])
      .optional(),
    { label: 'Header', help: 'Shown above the text: a line of text, an image, a video or a document.' },
  ),
  body: field(bodySchema.optional(), { label: 'Body', help: 'The message itself.' }),
  footer: field(footerSchema.optional(), {
    label: 'Footer',
    help: 'A line in small print below the message.',
  }),
  action: field(z.discriminatedUnion('type', [buttonActionSchema, listActionSchema]), {
    label: 'Action',
    help: 'What the recipient can do: tap one of up to three buttons, or open a list of up to ten rows.',
  }),
  options: contentOptions,
});

const optionalPart = z.string().nullable().optional();

const buttonReplySchema = z.strictObject({
  type: z.literal('Button'),
  id: optionalPart,
  title: optionalPart,
});
const listReplySchema = z.strictObject({
  type: z.literal('List'),
  id: optionalPart,
  title: optionalPart,
  description: optionalPart,
});

/** What a person chose in an interactive message (specification 2.5). Received, never sent, so no editor offers it. */
export const interactiveReplyContentSchema = field(
  z.strictObject({
    type: z.literal('InteractiveReply'),
    reply: z.discriminatedUnion('type', [buttonReplySchema, listReplySchema]).nullable().optional(),
    options: contentOptions,
  }),
  {
    label: 'Interactive Reply',
    help: 'Received when a person taps a button or chooses a row.',
    hidden: true,
  },
);
