import type { INodeProperties } from 'n8n-workflow';

import { invalidField } from '../../../../core/client';
import type { TextField } from '../../../../core/forms';
import { kindOf } from '../../../../core/errors/texts';
import { asText } from '../../../../core/reading';
import { mayBe } from '../conditions';
import { filled, labelIn, type Parameters } from '../../../parameters';
import { oneOf, type Setting } from '../../../settings';
import {
  assign,
  described,
  narrowed,
  shown,
  type FieldPath,
  type FormPart,
  type ReadContext,
  type Values,
  type Visibility,
} from './formPart';

/** The label of a field that names a file. */
export const BINARY_FIELD = 'Input Binary Field';

const SOURCES = {
  url: ['URL', 'The public URL of the file'],
  binary: ['Binary Field', 'A file of the input item, uploaded before the message is sent'],
  mediaId: ['Media ID', 'A file uploaded earlier'],
} as const;
const sources = Object.entries(SOURCES).map(([value, [label]]) => ({ value, label }));

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

  private get source(): Setting<keyof typeof SOURCES> {
    return oneOf(this.name, 'File From', SOURCES, { usual: 'url', help: 'Where the file comes from' });
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
      { ...this.source.property, ...shown(visibility) },
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
    const source = this.source.read(parameters);
    if (source === 'binary') {
      const name = this.nameOf('binaryField');
      const entered = filled(parameters, name, BINARY_FIELD);
      const binaryField = asText(entered)?.trim() ?? '';
      if (binaryField === '') {
        const got = typeof entered === 'string' ? undefined : kindOf(entered);
        throw invalidField(name, NO_FIELD_NAME, { label: labelIn(parameters, BINARY_FIELD), got });
      }
      return assign(into, [...path, mediaId.name], context.mediaIdOf(binaryField));
    }
    const field = source === 'mediaId' ? mediaId : url;
    assign(into, [...path, field.name], filled(parameters, this.nameOf(field.name), field.label));
  }
}

const NO_FIELD_NAME = 'must be the name of a field of the item that holds a file';
