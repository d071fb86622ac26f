import type { INodeProperties } from 'n8n-workflow';

import { invalidField } from '../../../../core/client';
import type { TextField } from '../../../../core/forms';
import { kindOf } from '../../../../core/errors/texts';
import { asText } from '../../../../core/reading';
import { choice, type Choice } from '../../../choice';
import { mayBe } from '../conditions';
import type { Parameters } from '../parameters';
import {
  assign,
  described,
  labelIn,
  narrowed,
  shown,
  valueOf,
  type FieldPath,
  type FormPart,
  type ReadContext,
  type Values,
  type Visibility,
} from './formPart';

/** The label of a field that names a file. */
export const BINARY_FIELD = 'Input Binary Field';

/** Where a file comes from; each part has one under a name of its own. */
const fileFrom: Choice<'url' | 'binary' | 'mediaId'> = {
  displayName: 'File From',
  name: 'mediaSource',
  type: 'options',
  default: 'url',
  description: 'Where the file comes from',
  options: [
    { name: 'URL', value: 'url', description: 'The public URL of the file' },
    {
      name: 'Binary Field',
      value: 'binary',
      description: 'A file of the input item, uploaded before the message is sent',
    },
    { name: 'Media ID', value: 'mediaId', description: 'A file uploaded earlier' },
  ],
};
const sources = fileFrom.options.map(({ name, value }) => ({ value, label: name }));

/** A file: by URL, from the item's binary data, or by the id of an earlier upload. */
export class MediaPart implements FormPart {
  /** @param nameOf the name of a parameter of this part */
  constructor(
    readonly nameOf: (last: string) => string,
    readonly path: FieldPath,
    readonly url: TextField,
    readonly mediaId: TextField,
  ) {}

  get name(): string {
    return this.nameOf('mediaSource');
  }

  properties(visibility: Visibility): INodeProperties[] {
    const from = (source: string) => shown(narrowed(visibility, this.name, mayBe(source, sources)));
    const text = (field: TextField): INodeProperties => ({
      displayName: field.label,
      name: this.nameOf(field.name),
      type: 'string',
      default: '',
      required: true,
      description: described(field.help),
      ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
    });
    return [
      { ...fileFrom, name: this.name, ...shown(visibility) },
      { ...text(this.url), ...from('url') },
      {
        displayName: BINARY_FIELD,
        name: this.nameOf('binaryField'),
        type: 'string',
        default: 'data',
        required: true,
        placeholder: 'e.g. data',
        hint: 'The name of the input field that holds the file',
        description: 'The file is uploaded before the message is sent',
        ...from('binary'),
      },
      { ...text(this.mediaId), ...from('mediaId') },
    ];
  }

  read(into: Values, parameters: Parameters, context: ReadContext): void {
    const { path, url, mediaId } = this;
    const given = (name: string, label: string) => valueOf(parameters, context, { name, label });
    const source = choice(given(this.name, fileFrom.displayName), fileFrom);
    if (source === 'binary') {
      const name = this.nameOf('binaryField');
      const entered = given(name, BINARY_FIELD);
      const binaryField = asText(entered)?.trim() ?? '';
      if (binaryField === '') {
        const got = typeof entered === 'string' ? undefined : kindOf(entered);
        throw invalidField(name, NO_FIELD_NAME, { label: labelIn(context, BINARY_FIELD), got });
      }
      return assign(into, [...path, mediaId.name], context.mediaIdOf(binaryField));
    }
    const field = source === 'mediaId' ? mediaId : url;
    assign(into, [...path, field.name], given(this.nameOf(field.name), field.label));
  }
}

const NO_FIELD_NAME = 'must be the name of a field of the item that holds a file';
