import type { TypedValue } from '../../node-red/shared/describe';
import { make, uniqueId } from '../dom';
import type { Dialog } from '../form/editors';
import { propertyEditor } from '../form/property';
import { translate } from '../red';
import { row } from './sections';

/** Where the file of a content comes from: the form names it, or it comes with the message and is uploaded first. */
export interface FileSource {
  mediaFrom: 'form' | 'buffer';
  bufferProperty: TypedValue;
  fileNameProperty: TypedValue;
}

export interface FileEditor {
  element: HTMLElement;
  read(): FileSource;
}

interface StoredSource {
  mediaFrom?: unknown;
  bufferProperty?: unknown;
  fileNameProperty?: unknown;
  [property: string]: unknown;
}

/** The control that chooses where the file of a content comes from. */
export function fileEditor(stored: StoredSource, dialog: Dialog): FileEditor {
  const source = make(
    'select',
    {},
    new Option(translate('file.form'), 'form'),
    new Option(translate('file.buffer'), 'buffer'),
  );
  const data = propertyEditor('buffer', stored.bufferProperty, { t: 'msg', v: 'payload' }, dialog);
  const fileName = propertyEditor('fileName', stored.fileNameProperty, { t: 'msg', v: 'filename' }, dialog);
  const fromMessage = make('div', {}, data.element, fileName.element);
  const show = () => {
    fromMessage.hidden = source.value !== 'buffer';
  };
  source.value = stored.mediaFrom === 'buffer' ? 'buffer' : 'form';
  source.addEventListener('change', () => {
    show();
    dialog.changed();
  });
  show();
  return {
    element: make(
      'div',
      { class: 'messaging-file' },
      row(uniqueId(), translate('file.source'), source),
      fromMessage,
    ),
    read: () => ({
      mediaFrom: source.value === 'buffer' ? 'buffer' : 'form',
      bufferProperty: data.read(),
      fileNameProperty: fileName.read(),
    }),
  };
}
