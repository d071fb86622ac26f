import { fileRows } from '../../node-red/settings/messageRows';
import { make, offer } from '../dom';
import { propertyEditor } from '../form/property';
import { textOrEmpty } from '../form/values';
import { translate, type EditorNode } from '../red';
import { row } from './sections';

/** Where the file of a content comes from: the form names it, or it comes with the message and is uploaded first. */
export function fileEditor(node: EditorNode) {
  const options = { form: translate('file.form'), buffer: translate('file.buffer') };
  const source = offer(make('select'), options, textOrEmpty(node['mediaFrom']));
  const data = propertyEditor('buffer', node['bufferProperty'], fileRows.bufferProperty.value);
  const fileName = propertyEditor('fileName', node['fileNameProperty'], fileRows.fileNameProperty.value);
  const fromMessage = make('div', {}, data.element, fileName.element);
  const show = () => {
    fromMessage.hidden = source.value !== 'buffer';
  };
  source.addEventListener('change', show);
  show();
  return {
    element: make('div', { class: 'messaging-file' }, row(translate('file.source'), source), fromMessage),
    read: () => ({
      mediaFrom: source.value,
      bufferProperty: data.read(),
      fileNameProperty: fileName.read(),
    }),
  };
}
