import type { TypedValue } from '../../node-red/shared/describe';
import { explain } from '../checks/explain';
import { translate } from '../red';
import type { Dialog } from './editors';
import { leafEditor } from './leaf';
import { isLeaf } from './values';

export interface PropertyEditor {
  element: HTMLElement;
  read(): TypedValue;
  write(leaf: TypedValue): void;
}

/**
 * A node's setting that is not a field of a message, such as where a Buffer, a file name or a message id is read from. If left empty, it is
 * stored as an empty text.
 *
 * @param name the name of its texts in the catalog: `editor.property.<name>.label`, `.help` and `.placeholder`
 */
export function propertyEditor(
  name: string,
  stored: unknown,
  usual: TypedValue,
  dialog: Dialog,
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
    isLeaf(stored) ? stored : usual,
    dialog,
    (leaf) => (required && leaf === undefined ? explain({ key: 'required' }) : undefined),
  );
  const { element, write } = editor;
  return { element, write, read: () => editor.read() ?? { t: 'str', v: '' } };
}
