import type { TypedValue } from '../../node-red/settings/describe';
import { translate } from '../red';
import { leafEditor, type LeafEditor } from './leaf';
import { isLeaf } from './values';

export interface PropertyEditor extends LeafEditor {
  read(): TypedValue;
}

const empty: TypedValue = { t: 'str', v: '' };

/**
 * A node's setting that is not a field of a message, such as where a Buffer, a file name or a message id is read from. If left empty, it
 * keeps its own type: an empty `msg.` must not become a text, in which the name of a property typed later is a constant.
 *
 * @param name the name of its texts in the catalog: `editor.property.<name>.label`, `.help` and `.placeholder`
 */
export function propertyEditor(
  name: string,
  stored: unknown,
  usual = empty,
  required = false,
): PropertyEditor {
  const text = (part: string) => translate(`property.${name}.${part}`);
  const editor = leafEditor(
    {
      kind: 'text',
      name,
      label: text('label'),
      help: text('help'),
      placeholder: text('placeholder'),
      required,
      long: false,
      media: false,
      moment: false,
    },
    storedOr(usual, stored),
  );
  return { ...editor, read: () => editor.read() ?? { ...usual, v: '' } };
}

function storedOr(usual: TypedValue, stored: unknown): TypedValue {
  if (!isLeaf(stored)) return usual;
  return stored.v === '' ? { ...usual, v: '' } : stored;
}
